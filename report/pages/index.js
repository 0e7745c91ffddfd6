/** What makes the page of an experiment of its specification: `libs.pages`. */
export {leadAnswer, mainChart, measureChart, measureCharts, readPage, runsTable} from "./page.js";
export {whatIsMissing} from "./missing.js";
