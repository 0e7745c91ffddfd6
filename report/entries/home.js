/** The home page: of charts, controls and sentences those that it shows, so that it is light. */
export {rowsOf} from "../charts/attached.js";
export {engineControl, sliderControl} from "../charts/controls.js";
export {amongEngines} from "../charts/engines.js";
export {leaderReadAheads, leadersChart, readAheadName} from "../charts/leaders.js";
export {matrixTable} from "../charts/matrix.js";
export {storageAnswer} from "../charts/storage.js";
export {storageControl} from "../charts/storage_form.js";
export {workloadMatrix} from "../findings/matrix.js";
