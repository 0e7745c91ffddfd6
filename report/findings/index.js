/** All that the pages compute of rows, besides what queries do: `libs.findings`. */
export {uncollectedRows} from "./collection.js";
export {lostLeads} from "./cpu_time.js";
export {effectsOn, enginesOfEffects} from "./effects.js";
export {oltpHeadline} from "./oltp.js";
export {releaseRows} from "./releases.js";
export {scaleRatios} from "./scale.js";
export {checkNames, proportionRows, steadyVariant} from "./steady.js";
export {tpccKinds} from "./tpcc.js";
export {atOfTruth, comparedLabs, comparedRatios, loadsOfTruth, measuresOfTruth, placesOfTruth} from "./truth.js";
export {basisSentences} from "./workloads.js";
export {runSentence} from "./basis.js";
