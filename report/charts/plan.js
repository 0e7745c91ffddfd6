/** A measured plan as an indented table: what was done, to what, how often, at which cost. */
import {html} from "htl";
import {engineName, orderEngines} from "./engines.js";
import {bytes, number, plural} from "./format.js";
import {nothingMeasured} from "./prose.js";
import {table} from "./table.js";

/**
 * @typedef {{engine: string, node_index: number, parent_index: number | null, operator: string,
 *   join_method: string | null, relation: string | null, index_name: string | null,
 *   loops: number | null, rows: number | null, time_ms: number | null,
 *   page_bytes: number | null, hit_pages: number | null, read_pages: number | null}} PlanNode
 * @param {PlanNode[]} nodes of any plans, one an engine, parents first
 * @param {string[]} engines whose plans to show
 * @returns {HTMLElement} a table each, the first engine's open, those of the others folded
 */
export function planTables(nodes, engines) {
  const plans = orderEngines(nodes.map((node) => node.engine))
    .filter((engine) => engines.includes(engine))
    .map((engine) => nodes.filter((node) => node.engine === engine));
  if (!plans.length) return nothingMeasured();
  const [first, ...others] = plans;
  return html`<div>${planTable(first)}${others.map((plan) => html`<details class="chart-numbers">
    <summary>The plan of ${engineName(plan[0].engine)}: ${plural(plan.length, "step")}</summary>
    ${planTable(plan)}</details>`)}</div>`;
}

/** @param {PlanNode[]} nodes of one plan @returns {HTMLElement} */
function planTable(nodes) {
  const depths = new Map();
  for (const node of nodes) {
    depths.set(node.node_index, node.parent_index === null ? 0 : depths.get(node.parent_index) + 1);
  }
  const size = (pages, {page_bytes: size}) => (pages === null || size === null ? "–" : bytes(pages * size));
  return table(nodes, [
    {key: "operator", label: engineName(nodes[0].engine), text: true, format: (operator, {node_index, relation, index_name}) => html`<span
      style=${`padding-left: ${depths.get(node_index)}rem`}>${[operator, relation, index_name && `by ${index_name}`].filter(Boolean).join(" ")}</span>`},
    {key: "join_method", label: "Join", text: true, format: (method) => method ?? ""},
    {key: "loops", label: "Loops", format: number}, {key: "rows", label: "Rows", format: number}, {key: "time_ms", label: "ms", format: number},
    {key: "hit_pages", label: "In memory", format: size}, {key: "read_pages", label: "Read", format: size},
  ], `The plan of ${engineName(nodes[0].engine)}`);
}
