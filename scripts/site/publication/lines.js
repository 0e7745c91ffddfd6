/**
 * Text in lines, cut between words where there is more than fits.
 * @param {string} text @param {number} room letters in a line @param {number} most lines @returns {string[]}
 */
export function lines(text, room, most) {
  const found = [""];
  for (const word of text.split(/\s+/)) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (longer.length <= room) found[found.length - 1] = longer;
    else found.push(word);
  }
  const shown = found.filter(Boolean);
  if (shown.length <= most) return shown;
  const words = shown[most - 1].split(" ");
  while (words.length > 1 && words.join(" ").length > room - 2) words.pop();
  return [...shown.slice(0, most - 1), `${words.join(" ").replace(/[,;:–]$/, "")} …`];
}
