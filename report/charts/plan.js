/** A measured plan as an indented table: what was done, to what, how often, at which cost. */
import {html} from "htl";
import {engineName, orderEngines} from "./engines.js";
import {bytes, number, plural} from "./format.js";
import {nothingMeasured} from "./prose.js";

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
  const what = (node) => [node.operator, node.relation,
    node.index_name ? `by ${node.index_name}` : null].filter(Boolean).join(" ");
  const size = (node, pages) => (pages === null || node.page_bytes === null ? "–"
    : bytes(pages * node.page_bytes));
  const title = `The plan of ${engineName(nodes[0].engine)}`;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${title}><table>
    <caption>${title}</caption>
    <thead><tr><th scope="col" class="text">${engineName(nodes[0].engine)}
      <th scope="col" class="text">Join<th scope="col" class="numeric">Loops
      <th scope="col" class="numeric">Rows<th scope="col" class="numeric">ms
      <th scope="col" class="numeric">In memory<th scope="col" class="numeric">Read
    <tbody>${nodes.map((node) => html`<tr>
      <td class="text" style=${`padding-left: ${0.4 + depths.get(node.node_index)}rem`}>${what(node)}
      <td class="text">${node.join_method ?? ""}<td class="numeric">${number(node.loops)}
      <td class="numeric">${number(node.rows)}<td class="numeric">${number(node.time_ms)}
      <td class="numeric">${size(node, node.hit_pages)}
      <td class="numeric">${size(node, node.read_pages)}`)}
    </table></div>`;
}
