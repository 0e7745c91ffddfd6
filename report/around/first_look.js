/** The picture of a page's first chart, which stands where the chart will, until that is drawn. */

/** @param {HTMLElement | null} look is taken away then, or at once where the address has choices of its own */
export function replaceFirstLook(look) {
  if (!look) return;
  const main = look.parentElement;
  const replace = () => {
    const drawn = main.querySelector(".chart-drawing svg");
    if (!drawn && document.documentElement.dataset.chosen === undefined) return;
    look.remove();
    observer.disconnect();
  };
  const observer = new MutationObserver(replace);
  observer.observe(main, {childList: true, subtree: true});
  replace();
}
