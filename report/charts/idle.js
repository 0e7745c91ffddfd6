/** @param {() => void} call made when the browser has nothing else to do, or after so many ms */
export function whenIdle(call, patienceMs) {
  if (globalThis.requestIdleCallback) requestIdleCallback(call, {timeout: patienceMs});
  // Safari has no such call.
  else setTimeout(call, patienceMs / 4);
}
