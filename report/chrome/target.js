/**
 * The part of a page that the address names keeps its place while what stands above it grows: the browser scrolls to
 * it before there are any charts. The reader's first move ends this.
 */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"];

/** @param {Window & typeof globalThis} page that is still being read */
export function holdTarget(page) {
  const {document, location} = page;
  const show = () => document.getElementById(nameOf(location.hash))?.scrollIntoView();
  const growth = new page.ResizeObserver(show);
  const hold = () => growth.observe(document.documentElement);
  // A page that is opened again is where its reader left it.
  const [opened] = /** @type {PerformanceNavigationTiming[]} */ (page.performance.getEntriesByType("navigation"));
  if (opened?.type === "navigate" && location.hash) hold();
  for (const move of MOVES) page.addEventListener(move, () => growth.disconnect(), {capture: true, passive: true});
  document.addEventListener("click", ({target}) => {
    /** @type {HTMLAnchorElement | null} */
    const link = target instanceof page.Element ? target.closest("a[href]") : null;
    if (link?.hash && link.pathname === location.pathname) page.setTimeout(hold);
  });
}

/** @param {string} hash of an address, which may be anything @returns {string} the id that it names */
function nameOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
