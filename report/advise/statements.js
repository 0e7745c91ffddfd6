/** Which statements cost most between two readings: scripts/advise/statements.py. */

/** @typedef {{text: string, counts: Map<string, bigint>}} Statement what its calls counted until some instant */

/** @param {object} rules advise.json @returns {RegExp} a row: id, counts, and the text behind them */
export function statementForm({between, statements}) {
  const number = `${between}+([0-9]{1,20}|absent)`;
  return new RegExp(`^${between}*(?:[0-9]{1,9}${between}+)?${statements.mark}${between}+([0-9A-Za-z_-]{1,100})${
    number.repeat(statements.counts.length)}${between}+(.*)$`, "u");
}

/** @param {object} rules @param {string[]} cells counts @param {string} text @returns {Statement} */
export function statementOf({statements: {counts, longest}}, cells, text) {
  const given = counts.map((name, i) => [name, cells[i]]).filter(([, number]) => number !== "absent");
  return {text: [...text.replaceAll('""', '"')].slice(0, longest).join(""),
    counts: new Map(given.map(([name, number]) => [name, BigInt(number)]))};
}

/**
 * @param {object} rules @param {Map<string, Statement>} before @param {Map<string, Statement>} after
 * @returns {object | null} those that read most, by pages where the server counts them
 */
export function costliest({statements: {by, most, per_call: perCall}}, before, after) {
  const all = [...after].map(([id, {text, counts}]) => ({id, text, grown: grown(before.get(id), counts)}));
  const of = by.find((name) => all.some((each) => each.grown.get(name)));
  if (of === undefined) return null;
  const cost = ({grown: counts}) => counts.get(of) ?? 0n;
  const total = all.reduce((sum, each) => sum + cost(each), 0n);
  const first = all.sort((a, b) => compared(cost(b), cost(a)) || compared(a.id, b.id)).slice(0, most);
  return {by: of, total: Number(total), statements: first.filter((each) => cost(each) && each.grown.get("calls") > 0n)
    .map(({id, text, grown: counts}) => ({
      id, text, share: Number(counts.get(of)) / Number(total), calls: Number(counts.get("calls")),
      ...Object.fromEntries(perCall.filter((name) => counts.has(name)).map((name) =>
        [`${name}_per_call`, Number(counts.get(name)) / Number(counts.get("calls"))])),
    }))};
}

/** What it counted since; all, of one that was forgotten between and begun again. */
function grown(before, after) {
  const since = new Map(after);
  for (const [name, count] of after) since.set(name, count - (before?.counts.get(name) ?? 0n));
  return [...since.values()].some((count) => count < 0n) ? after : since;
}

function compared(one, other) {
  return one < other ? -1 : Number(one > other);
}
