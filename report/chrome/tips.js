/** The text of a term beside its link: one box for the page, shown by hover, focus or a first tap. */

const ID = "term-tip";
const GAP = 6;
const LINGER_MS = 160;

/**
 * @param {Map<string, string>} texts by term
 * @returns {(link: HTMLAnchorElement) => void} gives a link, whose `data-term` names its term, its text
 */
export function tips(texts) {
  const box = document.body.appendChild(document.createElement("div"));
  Object.assign(box, {id: ID, className: "term-tip", hidden: true});
  box.setAttribute("role", "tooltip");
  let shown = null;
  let later;

  const hide = () => {
    clearTimeout(later);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  };
  const hideSoon = () => {
    clearTimeout(later);
    later = setTimeout(hide, LINGER_MS);
  };
  const show = (link) => {
    if (shown !== link) hide();
    clearTimeout(later);
    shown = link;
    box.textContent = texts.get(link.dataset.term);
    box.hidden = false;
    link.setAttribute("aria-describedby", ID);
    place(box, link);
  };

  box.addEventListener("pointerenter", () => clearTimeout(later));
  box.addEventListener("pointerleave", hideSoon);
  document.addEventListener("keydown", ({key}) => key === "Escape" && hide());
  document.addEventListener("pointerdown", ({target}) => target !== box && target !== shown && hide());
  return (link) => {
    let touched = false;
    link.addEventListener("pointerenter", ({pointerType}) => pointerType === "mouse" && show(link));
    link.addEventListener("pointerleave", ({pointerType}) => pointerType === "mouse" && hideSoon());
    link.addEventListener("pointerdown", ({pointerType}) => {
      touched = pointerType !== "mouse" && shown !== link;
    });
    link.addEventListener("focus", () => link.matches(":focus-visible") && show(link));
    link.addEventListener("blur", hideSoon);
    link.addEventListener("click", (event) => {
      // By touch the first tap shows the text, and the next one follows the link.
      if (!touched) return;
      touched = false;
      event.preventDefault();
      show(link);
    });
  };
}

/** Puts the box below the link, or above it where there is no room, and within the window. */
function place(box, link) {
  const [at] = link.getClientRects();
  const {offsetWidth: width, offsetHeight: height} = box;
  const most = document.documentElement.clientWidth - width - GAP;
  const below = at.bottom + GAP;
  const top = below + height > innerHeight && at.top > height + GAP ? at.top - height - GAP : below;
  box.style.left = `${Math.max(GAP, Math.min(at.left, most)) + scrollX}px`;
  box.style.top = `${top + scrollY}px`;
}
