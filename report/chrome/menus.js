/** Closes an open menu of the bar by Escape, by a click elsewhere, and when another one opens. */

export function closingMenus() {
  const menus = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("#quarto-header details"))];
  /** @param {HTMLDetailsElement} [kept] */
  const close = (kept) => menus.filter((menu) => menu !== kept).forEach((menu) => { menu.open = false; });
  document.addEventListener("click", (event) => {
    close(menus.find((menu) => event.target instanceof Node && menu.contains(event.target)));
  });
  document.addEventListener("keydown", (event) => {
    const open = menus.find((menu) => menu.open);
    if (event.key !== "Escape" || !open) return;
    const isInside = open.contains(document.activeElement);
    close();
    if (isInside) open.querySelector("summary")?.focus();
  });
}
