/** All that a page may call: `libs.charts`, bundled into lib/ojs-libs.js. */
export {calibrationChart} from "./calibration.js";
export {cellPage} from "./cell.js";
export {cellList} from "./cells.js";
export {claimBoard, claimsOfPage} from "./claims.js";
export {choiceControl, engineControl} from "./controls.js";
export {dialChart} from "./dial.js";
export {dotsChart} from "./dots.js";
export {engineName, orderEngines} from "./engines.js";
export * as format from "./format.js";
export {latenessChart} from "./lateness.js";
export {linesChart} from "./lines.js";
export {throughputChart} from "./oltp.js";
export {bullets, headline, paragraph} from "./prose.js";
export {requestSizesChart} from "./requests.js";
export {sizesChart} from "./sizes.js";
export {staircaseChart} from "./staircase.js";
export {table} from "./table.js";
export {timelineChart} from "./timeline.js";
