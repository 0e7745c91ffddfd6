/** The stepwise drawings that pages may show: `libs.steps`. */
export {lookupSteps} from "./lookups.js";
export {readAheadSteps} from "./read_ahead.js";
export {versionSteps} from "./version_chains.js";
