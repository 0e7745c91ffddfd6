/** Loads a page again once it was rendered again. Only the pages of `python -m scripts.site write` have this script. */
const own = `reload.js${new URL(import.meta.url).search}`;
let page = own;
while (page.includes(own)) {
  await new Promise((done) => setTimeout(done, 1000));
  // While the server is stopped, the page stays.
  page = await fetch(location.href).then((answer) => answer.text(), () => own);
}
location.reload();
