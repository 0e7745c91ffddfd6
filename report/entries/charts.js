/** What every page loads: charts, controls, sentences computed from the data, pages of experiments, drawn steps. */
export * as charts from "../charts/index.js";
export * as findings from "../findings/index.js";
export * as pages from "../pages/index.js";
export * as steps from "../steps/index.js";
