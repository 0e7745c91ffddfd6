/** The ring around a mark and the text beside it. Screen readers read the mark itself instead. */
import {html} from "htl";

const GAP = 9;

/**
 * @param {HTMLElement} box whose marks are shown
 * @returns {{attach: () => void, show: (mark: import("./explore.js").Mark, hint: string | null) => void,
 *   hide: () => void}} `attach` puts ring and text back after the box got a new drawing
 */
export function makeSpotlight(box) {
  const ring = html`<div class="mark-ring" hidden>`;
  const tip = html`<div class="mark-tip" aria-hidden="true" hidden>`;
  return {
    attach: () => box.append(ring, tip),
    hide: () => (ring.hidden = tip.hidden = true),
    show({left, top, right, bottom, text}, hint) {
      ring.hidden = tip.hidden = false;
      Object.assign(ring.style, {left: `${left - 4}px`, top: `${top - 4}px`,
        width: `${right - left + 8}px`, height: `${bottom - top + 8}px`});
      const [first, ...others] = text.split("\n");
      tip.replaceChildren(html.fragment`<strong>${first}</strong>${others.map((line) =>
        html`<span>${line}</span>`)}${hint ? html`<em>${hint}</em>` : null}`);
      place(tip, box, {left, top, right, bottom});
    },
  };
}

/** Above the mark, or below it where the window ends; never past the sides of the box. */
function place(tip, box, {left, top, right, bottom}) {
  tip.style.left = tip.style.top = "0";
  const {offsetWidth: width, offsetHeight: height} = tip;
  const middle = (left + right) / 2;
  const above = top - height - GAP;
  const fits = box.getBoundingClientRect().top + above >= 0;
  tip.style.left = `${Math.max(0, Math.min(middle - width / 2, box.clientWidth - width))}px`;
  tip.style.top = `${fits ? above : bottom + GAP}px`;
}
