/** What makes the page of an experiment of its specification: `libs.pages`. */
export {mainChart, measureChart, measureCharts, readPage, runsTable} from "./page.js";
export {leadAnswer, leadSentences} from "./sentences.js";
export {whatIsMissing} from "./missing.js";
