/** All sentences that the pages compute: `libs.findings`. */
export {cacheSentences, pageWriteSentences} from "./caches.js";
export {calibrationSentences, latenessSentences, observerSentences} from "./calibration.js";
export {claimSentences} from "./claims.js";
export {commitFlushSentences, updatePageSentences} from "./commits.js";
export {concurrencySentences, toolSentences} from "./concurrency.js";
export {
  axisSentences, coreGains, coreSentences, onOneAxis, scanGains,
} from "./cores.js";
export {cpuTimeSentences, modelSentence} from "./cpu_time.js";
export {
  decidingHeadline, decidingSentences, decidingVersions, readAheadCosts, readAheadRatios,
} from "./deciding.js";
export {durabilitySentences, durabilitySettings, flushMethodSentences} from "./durability.js";
export {
  effectsOn, effectSentences, enginesOfEffects, interactionSentences, ratiosOfCombinations,
} from "./effects.js";
export {
  heldSnapshotSentences, indexManagementSentences, keyName, keyTypeSentences, roomNames,
  versionStorageSentences,
} from "./made.js";
export {lookupSentences, sizeSentences} from "./layout.js";
export {
  joinSentences, olapCostSentences, olapRatioSentences, olapSizeSentences, olapTotalSentences,
} from "./olap.js";
export {
  oltpDeviceSentences, oltpHeadline, oltpRatioSentences, oltpSensitivitySentences,
} from "./oltp.js";
export {paymentData, paymentSentences, paymentSettings, paymentTitle} from "./payments.js";
export {readaheadSentences, scanSentences} from "./readahead.js";
export {releaseSentences, versionSentences} from "./releases.js";
export {
  asynchronousSentences, cachedLimitSentences, cachedSentences, filesystemSentences, rowSizeSentences,
  settingNames, settingSentences, strategyNames, strategySentences,
} from "./scans.js";
export {cpusOf, peaksOverCpus, scalingSentences} from "./scaling.js";
export {accidentSentences, checkNames, proportionRows, steadyRatios, steadySentences} from "./steady.js";
export {instrumentSentences} from "./tested.js";
export {tpccKinds, tpccSentences} from "./tpcc.js";
export {comparedLabs, comparedRatios, measuresOfTruth, truthSentences} from "./truth.js";
export {garbageCollectionSentences, versionChainSentences} from "./versions.js";
export {waitRows, waitSentences} from "./waits.js";
export {basisSentences, crossoverSentences} from "./workloads.js";
