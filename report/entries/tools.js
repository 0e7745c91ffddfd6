/** What every page has around its content: the switch of colours, copying a citation. */
import {copyButton} from "../around/copy.js";
import {themeSwitch} from "../around/switch.js";

themeSwitch(document.querySelector(".theme-switch"));
copyButton(document.querySelector(".cite .copy"), document.querySelector(".cite pre"));
