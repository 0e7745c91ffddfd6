/** The volumes that would do, by price, with what each brings and what limits it there. */
import {html} from "htl";
import {ENOUGH, limitName, modelError, processorTps, storageOffers} from "../findings/storage.js";
import {engineName} from "./engines.js";
import {bytes, number, percent, plural, rangeWords} from "./format.js";
import {headline, paragraph} from "./prose.js";

/** Two figures: the model has no more. */
const rough = (value) => number(Number(value.toPrecision(2)));
/** Whole dollars, and cents of what costs a few. */
const dollars = (value) => `$${value < 10 ? value.toFixed(2) : number(Math.round(value))}`;

/**
 * @param {object[]} needs rows of storage_needs.json @param {object[]} measured rows of storage_measured.json
 * @param {import("../findings/storage.js").Volume[]} volumes rows of devices.json
 * @param {{load: string, engine: string, readAhead: number, machine: import("../findings/storage.js").Machine & {source?: string, url?: string, as_of?: string},
 *   clients: number, wanted: number | null}} want what was asked for
 * @returns {HTMLElement} the answer in a sentence, the table of volumes, and how far the model is off
 */
export function storageAnswer(needs, measured, volumes, want) {
  const {load, engine, readAhead, machine, clients, wanted} = want;
  const isAsked = (row) => row.load === load && row.engine === engine && row.read_ahead_kb === readAhead;
  const demand = needs.find(isAsked);
  if (!demand) return paragraph(["No run of this study measures this engine with this workload."]);
  const runs = measured.filter(isAsked);
  const offers = storageOffers(demand, volumes, machine, clients, wanted, runs);
  const most = processorTps(demand, machine, clients);
  const first = offers.find((row) => row.suffices && !row.is_drive) ?? offers.find((row) => row.suffices);
  const goal = wanted ?? ENOUGH * most;
  const best = offers.reduce((a, b) => (b.tps > a.tps ? b : a));
  const other = first?.is_drive && !machine.cloud ? " No listed cloud volume reaches the requested throughput." : "";
  const answer = first
    ? `${fullName(first)}: about ${rough(first.tps)} transactions per second for ${dollars(first.price_usd_month)} per TB per month.${other}`
    : `No listed volume reaches ${rough(goal)} transactions per second: at most ${rough(best.tps)}, limited by ${limitName(best.limit)}.`;
  const error = modelError([demand], runs);
  return html`<div>${headline(answer)}${paragraph(predictionOf(demand, error, runs, offers))}${offersTable(offers, first)}${
    machine.name ? instanceNote(machine) : ""}${paragraph(basisOf(demand, error))}</div>`;
}

/** With the firm whose cloud has it. @param {import("../findings/storage.js").Volume} volume */
const fullName = ({name, cloud}) => {
  const firm = cloud?.split(" ")[0];
  return firm && !name.startsWith(firm) ? `${firm} ${name}` : name;
};

/** What an instance can move, and who says so. @param {Parameters<typeof storageAnswer>[3]["machine"]} instance */
const instanceNote = ({name, cores, mib_s, iops, source, url, as_of}) => html`<p>${name}: ${plural(cores, "core")}, at most ${number(mib_s)} MiB/s and ${
  number(iops)} requests per second of all its volumes, without bursts (<a href=${url} title=${source}>${as_of}</a>).</p>`;

function offersTable(offers, first) {
  const drives = offers.filter((offer) => offer.is_drive);
  const run = offers.find((offer) => offer.measured)?.measured;
  const row = (offer) => html`<tr class=${offer === first ? "chosen" : offer.suffices ? "" : "short"}>
    <th scope="row" class="text"><a href=${offer.url} title=${offer.source}>${fullName(offer)}</a></th>
    <td class="numeric" title=${`${offer.price_source} (${offer.price_as_of})`}>${dollars(offer.price_usd_month)}</td>
    <td class="numeric">${rough(offer.tps)}</td>
    <td class="text">${offer.suffices ? "yes" : "no"}</td>
    <td class="text"><span class=${`limit limit-${offer.limit}`}>${limitName(offer.limit)}</span></td>
    ${run ? html`<td class="numeric wide">${offer.measured ? number(offer.measured.tps) : "–"}</td>` : ""}</tr>`;
  const part = (name, rows) => html`<tbody><tr><th scope="rowgroup" class="text" colspan=${run ? 6 : 5}>${name}</th></tr>${rows.map(row)}</tbody>`;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="Volumes by price"><table class="storage-offers">
    <caption>One-terabyte volumes, by price. Cloud volumes: the cheapest size that suffices without reserve, or else the largest.${
      run ? html`<span class="wide"> “Measured” has the same workload, engine, read-ahead, cores, clients, MiB/s and IOPS. There, a read took ${
        number(run.read_latency_us)} µs, and a core executed ${number(run.gips)} × 10⁹ instructions per second.</span>` : ""}</caption>
    <thead><tr>${["Volume", "Per TB and month", "Transactions/s", "Enough", "Limited by", run && "Measured"].filter(Boolean).map((name, i) =>
      html`<th scope="col" class=${["text", "numeric", "numeric", "text", "text", "numeric wide"][i]}>${name}`)}</tr></thead>
    ${part("Cloud volumes", offers.filter((offer) => !offer.is_drive))}
    ${drives.length ? part("Drives: launch price spread over three years, excluding the server", drives) : ""}</table></div>`;
}

/** The least and the most latency of a read. @param {{read_latency_us: number}[]} rows */
const latencies = (rows) => {
  const all = rows.map((row) => row.read_latency_us);
  return `${rangeWords([Math.min(...all), Math.max(...all)], number)} µs`;
};

const predictionOf = (demand, error, runs, offers) => [
  `This is a prediction for an engine with ${number(demand.engine_memory_mib)} MiB of memory.`,
  error?.runs > 2 && `Nine in ten predictions are within ${percent(error.most)} of what was measured.`,
  error && `Reads took ${latencies(runs)} in the measurements; for cloud volumes, ${latencies(offers.filter((offer) => !offer.is_drive))} is assumed.`,
];

const basisOf = (demand, error) => [
  `A transaction of ${engineName(demand.engine)} moves ${bytes(demand.bytes)} in ${
    number(demand.reads + demand.writes)} requests and takes ${number(demand.instructions / 1e6)} million instructions.`,
  error?.runs > 2 && `Half of the ${number(error.runs)} predictions with this read-ahead are within ${percent(error.middle)}.`,
];
