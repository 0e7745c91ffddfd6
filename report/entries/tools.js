/** What every page has around its content: search, light or dark, copying a citation, terms. */
import {copyButton} from "../around/copy.js";
import {searchButton} from "../around/keys.js";
import {themeSwitch} from "../around/switch.js";
import {markTerms} from "../around/terms.js";

searchButton(document.querySelector(".search-open"));
themeSwitch(document.querySelector(".theme-switch"));
copyButton(document.querySelector(".cite .copy"), document.querySelector(".cite pre"));
if (!document.getElementById("glossary-page")) markTerms(document.querySelector("main"));
