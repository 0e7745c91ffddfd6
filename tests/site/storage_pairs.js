/**
 * Where every offered device stands with every engine and machine of the home page's form: reads the page's rows from
 * standard input, and writes how many pairs were compared, which better device came out slower, and what was measured.
 */
import {readFileSync} from "node:fs";
import {standing} from "../../report/findings/storage.js";

const {needs, runs, devices} = JSON.parse(readFileSync(0, "utf8"));
const found = {pairs: 0, slower: [], measured: []};
for (const name of new Set(needs.map((row) => `${row.experiment} ${row.engine}`))) {
  const of = (rows) => rows.filter((row) => `${row.experiment} ${row.engine}` === name);
  for (const cores of [2, 4, 8, 16, 32, 64]) {
    for (const gips of [1, 2, 3, 4]) {
      const all = devices.map((device) => ({device, ...standing(of(needs), device, {cores, gips}, of(runs))}));
      for (const one of all) {
        const better = all.filter((other) => other !== one && other.device.mib_s >= one.device.mib_s &&
          other.device.iops >= one.device.iops);
        found.pairs += better.length;
        found.slower.push(...better.filter((other) => other.tps < one.tps * (1 - 1e-9))
          .map((other) => [name, cores, gips, one.device.name, other.device.name]));
      }
      if (cores === 4 && gips === 2) {
        found.measured.push(...all.filter((row) => row.is_measured).map((row) => [name, row.device.name, row.tps]));
      }
    }
  }
}
console.log(JSON.stringify(found));
