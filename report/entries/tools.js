/** What every page has around its content: search, light or dark, citing, terms, print. */
import {copyButton} from "../charts/copy.js";
import {searchButton} from "../chrome/keys.js";
import {closingMenus} from "../chrome/menus.js";
import {printedAddress} from "../chrome/print.js";
import {themeSwitch} from "../chrome/switch.js";
import {markTerms} from "../chrome/terms.js";
import {whenIdle} from "../charts/idle.js";

/** For how long terms may wait for the page's own scripts, which are on their way to its first chart. */
const PATIENCE_MS = 4000;

searchButton(document.querySelector(".search-open"));
closingMenus();
themeSwitch(document.querySelector(".theme-switch"));
printedAddress(document.querySelector(".site-address"));
document.querySelector(".cite-files").prepend(copyButton(document.querySelector(".cite pre").textContent, "Copy BibTeX"), " ");
if (!document.getElementById("glossary-page")) whenIdle(() => markTerms(document.querySelector("main")), PATIENCE_MS);
