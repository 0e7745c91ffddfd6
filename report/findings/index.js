/** All sentences that the pages compute: `libs.findings`. */
export {cacheSharePoints, cacheShareSentences, cacheShareSeries} from "./cache_share.js";
export {cacheSentences} from "./caches.js";
export {calibrationAnswer, calibrationSentences, latenessSentences, observerSentences} from "./calibration.js";
export {changedSettingSentences} from "./changed.js";
export {concurrencyAnswer, concurrencySentences, toolSentences} from "./concurrency.js";
export {collectionSentences, uncollectedRows} from "./collection.js";
export {
  axisSentences, coreAnswer, coreGains, coreSentences, onOneAxis, scanGainSentences, scanGains,
} from "./cores.js";
export {changeWords, cpuTimeSentences, lostLeads, modelSentence} from "./cpu_time.js";
export {effectsOn, enginesOfEffects} from "./effects.js";
export {oltpHeadline, oltpRatioSentences} from "./oltp.js";
export {pageSizePoints} from "./page_sizes.js";
export {purgeSentences} from "./purge.js";
export {releaseAnswer, releaseRows, versionSentences} from "./releases.js";
export {turnedRatios} from "./ratios.js";
export {largestSizeSentence, scaleRatios, scaleRunSentence, scaleSentences, scaleSetting} from "./scale.js";
export {cpusOf, peaksOverCpus, scalingAnswer, scalingSentences} from "./scaling.js";
export {
  accidentSentences, checkNames, driftSentences, leadInWords, proportionRows, splitSentences, steadyAnswer,
  steadyBandwidthsSentence, steadyRunSentence, steadySentences, steadyVariant,
} from "./steady.js";
export {studySentences} from "./study.js";
export {terminalSentences} from "./terminals.js";
export {instrumentSentences, testedAnswer} from "./tested.js";
export {tpccKinds} from "./tpcc.js";
export {
  atOfTruth, comparedLabs, comparedRatios, instructionTimeSentences, loadsOfTruth, measuresOfTruth,
  placesOfTruth, repeatSentences, truthAnswer, truthSentences, unheldWritesSentences,
} from "./truth.js";
export {waitRows, waitSentences} from "./waits.js";
export {basisSentences, crossoverSentences} from "./workloads.js";
export {runSentence} from "./basis.js";
