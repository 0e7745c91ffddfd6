/** A printed page names its own address, which shows the choices that it was printed with. */

/** @param {HTMLElement} place shown in print alone */
export function printedAddress(place) {
  const published = place.textContent;
  addEventListener("beforeprint", () => {
    // A page that is looked at where it was built names where it is published.
    const here = new URL(location.href);
    place.textContent = published ? new URL(here.search + here.hash, published).href : here.href;
  });
}
