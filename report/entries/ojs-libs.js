/** Observable's usual names, for a page that wants them; shipped only when a page imports it. */
export * as d3 from "d3";
export * as htl from "htl";
export * as Inputs from "@observablehq/inputs";
export * as Plot from "@observablehq/plot";
