/** The home page: of charts, controls and sentences those that it shows, so that it is light. */
export {rowsOf} from "../charts/attached.js";
export {bandwidthChart} from "../charts/bandwidth.js";
export {engineControl} from "../charts/controls.js";
export {amongEngines} from "../charts/engines.js";
export {matrixTable} from "../charts/matrix.js";
export {headline, paragraph, topicList} from "../charts/prose.js";
export {sourceLink, storageChart} from "../charts/storage.js";
export {storageControl} from "../charts/storage_form.js";
export {foldedTable} from "../charts/table.js";
export {decidingHeadline} from "../findings/deciding.js";
export {lengthAnswer, lengthWords} from "../findings/run_lengths.js";
export {matrixHeadline, matrixOthers, matrixUncomputed, matrixVersions, workloadMatrix} from "../findings/matrix.js";
export {coresSentence, loadName, modelSentence, standing, storageAnswer, storageFormula, storageLead} from "../findings/storage.js";
export {releaseLines, topicLines} from "../findings/topics.js";
export {truthAnswer} from "../findings/truth.js";
export {volumeAnswer} from "../findings/volumes.js";
export {basisSentences} from "../findings/workloads.js";
