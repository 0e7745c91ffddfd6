/** The button that switches between light and dark. */

const KEY = "bandwise-theme";
const root = document.documentElement;

/** @param {HTMLButtonElement} button pressed while the colours are dark */
export function themeSwitch(button) {
  const tell = () => button.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
  button.addEventListener("click", () => {
    const theme = root.dataset.theme === "dark" ? "light" : "dark";
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    // A reader who is back at what the system says follows it again.
    const chosen = theme === system ? null : theme;
    try {
      if (chosen) localStorage.setItem(KEY, chosen);
      else localStorage.removeItem(KEY);
    } catch {
      // Kept for this page alone.
    }
    root.dispatchEvent(new CustomEvent("themechosen", {detail: chosen}));
  });
  new MutationObserver(tell).observe(root, {attributeFilter: ["data-theme"]});
  tell();
}
