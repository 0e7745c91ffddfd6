/**
 * The values of a control, as `Generators.input` of Observable's standard library gives them: the one
 * that it has, unless that is undefined; then one after each "input" event, the last where several come
 * at once. So a control without a value keeps all that depends on it waiting, here as under Quarto.
 * @param {EventTarget & {value: any}} control
 * @returns {{next: () => object, return: () => object, throw: () => object}} what the runtime draws from
 */
export function input(control) {
  let value;
  let fresh = false;
  let deliver = null;
  const take = () => {
    value = control.value;
    if (deliver === null) fresh = true;
    else deliver(value);
    deliver = null;
  };
  const end = () => {
    control.removeEventListener("input", take);
    return {done: true};
  };
  control.addEventListener("input", take);
  if (control.value !== undefined) take();
  return {
    next() {
      const ready = fresh;
      fresh = false;
      return {done: false, value: ready ? value : new Promise((resolve) => (deliver = resolve))};
    },
    return: end,
    throw: end,
  };
}
