/** The page of advice on a server's storage. */
export {errorChart} from "../advise/error_chart.js";
export {advicePage} from "../advise/page.js";
export {shownPart} from "../advise/shown.js";
