/** How a view of a chart is cited: the chart's title, the address of the view, and the day. */

/**
 * @param {{title: string, address: string, day: string}} view `day` as 2026-11-25
 * @returns {{sentence: string, bibtex: string}}
 */
export function citation({title, address, day}) {
  const key = address.replace(/^.*\//, "").replaceAll(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "");
  return {
    sentence: `bandwise, “${title}”, ${address}, seen ${day}.`,
    bibtex: `@misc{bandwise-${key},\n  author = {{bandwise}},\n  title = {${title.replaceAll(/[{}%&#_$]/g, "\\$&")}},\n` +
      `  howpublished = {\\url{${address}}},\n  note = {Seen ${day}}\n}`,
  };
}
