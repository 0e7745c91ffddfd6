/** All sentences that the pages compute: `libs.findings`. */
export {calibrationSentences, latenessSentences, observerSentences} from "./calibration.js";
export {claimSentences} from "./claims.js";
export {concurrencySentences, toolSentences} from "./concurrency.js";
export {durabilitySentences, durabilitySettings} from "./durability.js";
export {lookupSentences, sizeSentences} from "./layout.js";
export {
  joinSentences, olapCostSentences, olapRatioSentences, olapSizeSentences, olapTotalSentences,
} from "./olap.js";
export {
  oltpDeviceSentences, oltpHeadline, oltpRatioSentences, oltpSensitivitySentences, studySentences,
} from "./oltp.js";
export {readaheadSentences, scanSentences} from "./readahead.js";
export {garbageCollectionSentences, versionChainSentences} from "./versions.js";
