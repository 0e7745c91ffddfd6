/** Sentences about what one commit and one UPDATE cost where nothing is shared. */
import {engineName, orderEngines} from "../charts/engines.js";
import {number, plural, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

const LOGS = {"own-log": "with its own log alone", "binary-log": "with a binary log as well"};

/** @param {object[]} rows of commit_flushes.json @returns {string[]} one per engine */
export function commitFlushSentences(rows) {
  const engines = groupRows(rows, (row) => row.engine);
  return orderEngines([...engines.keys()]).map((engine) => {
    const own = [...engines.get(engine)].sort((a, b) => b.logs.localeCompare(a.logs));
    const [first, ...rest] = own.map((row) => [number(row.flushes), LOGS[row.logs] ?? row.logs]);
    return `A durable commit of ${engineName(engine)} takes ${[
      `${first[0]} ${first[0] === "1" ? "flush" : "flushes"} of the device ${first[1]}`, ...rest.map((words) => words.join(" ")),
    ].join(", and ")} (${own[0].repeats > 1 ? "medians over" : "from"} ${plural(own[0].repeats, "seed")}).`;
  });
}

/** @param {object[]} rows of update_pages.json @returns {string[]} */
export function updatePageSentences(rows) {
  const engines = groupRows(rows, (row) => row.engine);
  return orderEngines([...engines.keys()]).flatMap((engine) => {
    const of = (state) => median(engines.get(engine).filter((row) => row.pages_are === state)
      .map((row) => row.pages_per_update));
    const [full, room] = [of("full"), of("room")];
    if (full === null || room === null) return [];
    return [`${engineName(engine)} writes ${number(full)} pages per UPDATE where pages are full, and ${number(room)} ` +
      `where a tenth of each is free: ${times(full / room)} as many.`];
  });
}
