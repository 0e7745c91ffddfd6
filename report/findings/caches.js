/** Sentences about memory: what engines use of it and how much of that caches data. */
import {orderEngines} from "../charts/engines.js";
import {number} from "../charts/format.js";
import {alikeVersions, rangeWords} from "./alike.js";

/** @param {object[]} rows of an experiment's caches.sql @returns {string[]} versions that agree together */
export function cacheSentences(rows) {
  const known = rows.filter((row) => row.used_mib !== null);
  const figures = orderEngines(known.map((row) => row.engine)).map((engine) => {
    const row = known.find((one) => one.engine === engine);
    return {engine, values: [row.used_mib, row.cache_mib, row.data_mib].filter((value) => value !== null), row};
  });
  return alikeVersions(figures).map(({name, engines, values}) => {
    const {row} = figures.find((one) => one.engine === engines[0]);
    const [used, ...others] = values.map((range) => rangeWords(range, number));
    const isAll = row.cache_mib >= row.data_mib;
    const ofData = row.data_mib === null ? "" : isAll ? `, and so for all ${others[1]} MiB of data` : ` of the ${others[1]} MiB of data`;
    const cached = row.cache_mib === null ? "" : `; caches have room for ${others[0]} MiB${ofData}`;
    return `${name}: ${used} of ${number(row.engine_memory_mib)} MiB are in use${cached}.`;
  });
}
