/** All that a page may call: `libs.charts`, bundled into lib/ojs-libs.js. */
export {calibrationChart} from "./calibration.js";
export {cellPage} from "./cell.js";
export {cellList} from "./cells.js";
export {choiceControl, engineControl} from "./controls.js";
export {dialChart} from "./dial.js";
export {dotsChart} from "./dots.js";
export {engineName, orderEngines} from "./engines.js";
export * as format from "./format.js";
export {linesChart} from "./lines.js";
export {queryTimeChart} from "./olap.js";
export {throughputChart} from "./oltp.js";
export {planTable} from "./plan.js";
export {bullets, headline, paragraph} from "./prose.js";
export {queriesChart} from "./queries.js";
export {requestSizesChart} from "./requests.js";
export {sizesChart} from "./sizes.js";
export {table} from "./table.js";
export {timelineChart} from "./timeline.js";
