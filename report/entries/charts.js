/** What every page loads: charts, controls and the sentences computed from the data. */
export * as charts from "../charts/index.js";
export * as findings from "../findings/index.js";
