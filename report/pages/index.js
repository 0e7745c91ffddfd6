/** What makes the page of an experiment of its specification: `libs.pages`. */
export {addControl, withAdded} from "./added.js";
export {leadAnswer, mainChart, measureChart, measureCharts, readPage, runsTable} from "./page.js";
export {whatIsMissing} from "./missing.js";
