/**
 * Light or dark: as the reader chose on an earlier page, or as the system says; `switch.js` is the button. And
 * whether the address has choices: the picture of the first chart is that of a page without any.
 */
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("bandwise-theme");
  } catch {
    // A browser that keeps nothing for this site: the system decides.
  }
  const root = document.documentElement;
  if (location.search || location.hash) root.dataset.chosen = "";
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const theme = chosen === "light" || chosen === "dark" ? chosen : system.matches ? "dark" : "light";
    root.dataset.theme = theme;
  };
  system.addEventListener("change", show);
  root.addEventListener("themechosen", (event) => {
    chosen = /** @type {CustomEvent<string>} */ (event).detail;
    show();
  });
  show();
})();
