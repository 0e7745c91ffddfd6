/** All sentences that the pages compute: `libs.findings`. */
export {calibrationSentences} from "./calibration.js";
export {lookupSentences, sizeSentences} from "./layout.js";
export {
  joinSentences, olapCostSentences, olapRatioSentences, olapSizeSentences, olapTotalSentences,
} from "./olap.js";
export {
  oltpDeviceSentences, oltpHeadline, oltpRatioSentences, oltpSensitivitySentences, studySentences,
} from "./oltp.js";
export {readaheadSentences, scanSentences} from "./readahead.js";
export {garbageCollectionSentences, versionChainSentences} from "./versions.js";
