/** The files that a cell left, where the site has them: to read here, one by one, or to take all. */
import {unzipSync} from "fflate";
import {html} from "htl";
import {bytes, plural} from "../charts/format.js";

const data = new URL("../data/raw/", import.meta.url);
/** As much of a file as a page shows without becoming slow. */
const MOST_CHARACTERS = 200_000;

/**
 * @param {{archive: string, bytes: number, files: {name: string, bytes: number}[]} | undefined} raw
 *   none where the site was built of rows alone
 * @returns {HTMLElement}
 */
export function rawOutputs(raw) {
  if (!raw) {
    return html`<p>This site has only rows and no raw outputs of this cell. The command above creates
      them: outputs of the tools, counters and traces.</p>`;
  }
  const address = new URL(encodeURIComponent(raw.archive), data).href;
  let files;
  const content = async (name) => {
    files ??= contents(address);
    return (await files)[`${raw.archive.replace(/\.zip$/, "")}/${name}`];
  };
  return html`<div class="raw"><p><a href=${address} download=${raw.archive}>All ${
    plural(raw.files.length, "file")} as an archive</a>, ${bytes(raw.bytes)}. To read one, open it:</p>
    ${raw.files.map((file) => oneFile(file, content))}</div>`;
}

/** A file, whose text is looked for when a reader opens it. */
function oneFile({name, bytes: size}, content) {
  const place = html`<div>`;
  const fold = html`<details><summary><code>${name}</code>, ${bytes(size)}</summary>${place}</details>`;
  fold.addEventListener("toggle", async () => {
    if (!fold.open || place.firstChild) return;
    place.replaceChildren(html`<p role="status">Fetching …</p>`);
    try {
      place.replaceChildren(shown(name, await content(name)));
    } catch (error) {
      place.replaceChildren(html`<p class="notice failed">The archive can't be read: ${error.message}</p>`);
    }
  });
  return fold;
}

function shown(name, content) {
  if (!content.length) return html`<p>The file is empty.</p>`;
  const text = new TextDecoder().decode(content);
  const address = URL.createObjectURL(new Blob([content], {type: "text/plain"}));
  const cut = text.length > MOST_CHARACTERS;
  return html`<div><p><a href=${address} download=${name.replaceAll("/", "-")}>Save it</a>${
    cut ? "; its beginning is shown" : ""}</p>
    <pre><code>${cut ? text.slice(0, MOST_CHARACTERS) : text}</code></pre></div>`;
}

/** The files of an archive by name. */
async function contents(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the server says ${answer.status}`);
  return unzipSync(new Uint8Array(await answer.arrayBuffer()));
}
