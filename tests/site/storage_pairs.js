/**
 * What every offered volume brings each load, engine and read-ahead of the home page's form: reads the page's rows from
 * standard input, and writes how many pairs were compared, which better volume came out slower, what was measured, and
 * the model's error.
 */
import {readFileSync} from "node:fs";
import {modelError, predict, storageOffers} from "../../report/findings/storage.js";

const {needs, runs, devices} = JSON.parse(readFileSync(0, "utf8"));
const found = {pairs: 0, slower: [], measured: [], errors: []};
for (const demand of needs) {
  const isSame = (row) => ["load", "engine", "read_ahead_kb"].every((key) => row[key] === demand[key]);
  const own = runs.filter(isSame);
  const name = `${demand.load} ${demand.engine} ${demand.read_ahead_kb}`;
  found.errors.push({name, ...modelError([demand], own)});
  for (const cores of [1, 4, 64]) {
    for (const clients of [1, 8, 64]) {
      const machine = {cores, gips: 2.5};
      const all = devices.map((volume) => ({...volume, ...predict(demand, volume, machine, clients)}));
      for (const one of all) {
        const better = all.filter((other) => other !== one && other.mib_s >= one.mib_s && other.iops >= one.iops &&
          other.read_latency_us <= one.read_latency_us && other.flush_latency_us <= one.flush_latency_us);
        found.pairs += better.length;
        found.slower.push(...better.filter((other) => other.tps < one.tps * (1 - 1e-9)).map((other) => [name, one.name, other.name]));
      }
      found.measured.push(...storageOffers(demand, devices, machine, clients, 1, own).filter((row) => row.measured)
        .map(({measured: run}) => [name, run.tps, run.cpus === cores && run.clients === clients]));
    }
  }
}
console.log(JSON.stringify(found));
