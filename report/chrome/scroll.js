/** Drawings that are wider than a phone scroll sideways, and the keyboard can scroll only what has the focus. */

/** @param {Iterable<HTMLElement>} figures each takes the focus while it is wider than its place */
export function scrolledByKeyboard(figures) {
  const measured = new ResizeObserver((entries) => {
    for (const {target} of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const figure of figures) measured.observe(figure);
}
