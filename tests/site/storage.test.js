/** What storage a load needs: what limits it, which volumes suffice, and how far the model is off. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {ENOUGH, limitName, modelError, predict, processorTps, sizeOf, storageOffers} from "../../report/findings/storage.js";
import "./document.js";

const {storageAnswer} = await import("../../report/charts/storage.js");

const MIB = 2 ** 20;
const demand = {load: "oltp", engine: "postgresql-17", read_ahead_kb: 128, bytes: MIB, reads: 40, writes: 10, instructions: 5e6};
const none = {mib_s: Infinity, iops: null, read_latency_us: 0, flush_latency_us: 0};
const one = {cores: 1, gips: 1};
const near = (found, wanted) => assert.ok(Math.abs(found / wanted - 1) < 1e-9, `${found} is not ${wanted}`);

test("one client waits for each place in turn, so times add up", () => {
  const volume = {mib_s: 100, iops: 5000, read_latency_us: 50, flush_latency_us: 1000};
  near(1 / predict(demand, volume, one, 1).tps, 0.01 + 0.01 + 40 * 50e-6 + 0.001 + 0.005);
});

test("with many clients the busiest place alone decides, and is the limit", () => {
  const cases = [
    ["bandwidth", {...none, mib_s: 16}, 16], ["requests", {...none, iops: 500}, 10], ["processor", none, 200],
    ["latency", {...none, read_latency_us: 1e6}, 4000 / 40], ["flush", {...none, flush_latency_us: 1e8}, 4000 / 100],
  ];
  for (const [limit, volume, tps] of cases) {
    const found = predict(demand, volume, one, 4000);
    assert.equal(found.limit, limit);
    assert.ok(Math.abs(found.tps / tps - 1) < 0.02, `${limit}: ${found.tps}`);
    assert.match(limitName(limit), /^[a-z ]+$/);
  }
});

test("cores multiply what the processor can do, where there are clients for them", () => {
  near(processorTps(demand, {cores: 4, gips: 2}, 1), 400);
  assert.ok(processorTps(demand, {cores: 4, gips: 2}, 400) / 1600 > 0.99);
});

const grid = [2, 60, 125, 1000, 9000].flatMap((mib_s) => [10, 3000, 16000, null].flatMap((iops) =>
  [20, 1000].flatMap((read_latency_us) => [0, 1000].map((flush_latency_us) => ({mib_s, iops, read_latency_us, flush_latency_us})))));
const offered = JSON.parse(readFileSync(new URL("../../report/devices.json", import.meta.url), "utf8"));
const isBetter = (a, b) => a.mib_s >= b.mib_s && (a.iops ?? Infinity) >= (b.iops ?? Infinity) &&
  a.read_latency_us <= b.read_latency_us && a.flush_latency_us <= b.flush_latency_us;

test("a volume that is better in any property, more cores and more clients are never slower", () => {
  const all = [...offered, ...grid];
  for (const clients of [1, 7, 64]) {
    for (const cores of [1, 2, 16]) {
      const tps = all.map((volume) => predict(demand, volume, {cores, gips: 2.5}, clients).tps);
      all.forEach((a, i) => all.forEach((b, j) => isBetter(a, b) && assert.ok(tps[i] >= tps[j] * (1 - 1e-12))));
      all.forEach((volume, i) => {
        assert.ok(predict(demand, volume, {cores: cores * 2, gips: 2.5}, clients).tps >= tps[i] * (1 - 1e-12));
        assert.ok(predict(demand, volume, {cores, gips: 2.5}, clients + 1).tps >= tps[i] * (1 - 1e-12));
        assert.ok(tps[i] <= processorTps(demand, {cores, gips: 2.5}, clients) * (1 + 1e-12));
      });
    }
  }
});

const instances = JSON.parse(readFileSync(new URL("../../report/instances.json", import.meta.url), "utf8"));

test("an instance's own limit binds where it is lower than the volume's, and is what is named", () => {
  const [small] = instances;
  const machine = {...small, gips: 2.5};
  const alone = {cores: small.cores, gips: 2.5};
  const [wide, narrow] = [{...none, mib_s: 4000, iops: 256000}, {...none, mib_s: 60, iops: 3000}];
  assert.deepEqual([predict(demand, wide, machine, 4000).limit, predict(demand, wide, alone, 4000).limit], ["instance-requests", "processor"]);
  near(predict(demand, wide, machine, 64).tps, predict(demand, {...wide, mib_s: small.mib_s, iops: small.iops}, alone, 64).tps);
  assert.deepEqual(predict(demand, narrow, machine, 64), predict(demand, narrow, alone, 64));
  assert.equal(predict({...demand, reads: 1, writes: 0}, wide, machine, 4000).limit, "instance-bandwidth");
  assert.equal(predict(demand, {...wide, iops: null}, machine, 4000).limit, "instance-requests");
  assert.match(limitName("instance-requests") + limitName("instance-bandwidth"), /^[a-z ]+$/);
});

test("an instance that can do more is never slower and needs no dearer volume, and is offered those of its cloud", () => {
  for (const one of instances) {
    const machine = {...one, gips: 2.5};
    const volumes = offered.filter(({cloud}) => cloud === one.cloud);
    const offers = storageOffers(demand, offered, machine, 64, 100);
    assert.deepEqual(productsOf(offers), productsOf(volumes.filter(({sizes}) => sizes)));
    for (const other of instances.filter((row) => row.cloud === one.cloud && isNoLess(row, one))) {
      const better = {...other, gips: 2.5};
      volumes.forEach((row) => assert.ok(predict(demand, row, better, 64).tps >= predict(demand, row, machine, 64).tps * (1 - 1e-12)));
      const more = storageOffers(demand, offered, better, 64, 100);
      offers.filter(({suffices}) => suffices).forEach(({name, price_usd_month}) =>
        assert.ok(more.find((row) => productOf(row) === productOf({name})).price_usd_month <= price_usd_month));
    }
  }
});

const productOf = ({name}) => name.split(",")[0];
const productsOf = (rows) => rows.map(productOf).sort();

const isNoLess = (a, b) => a.cores >= b.cores && a.mib_s >= b.mib_s && a.iops >= b.iops;

test("an instance says what it can do, and who says so when", () => {
  assert.equal(new Set(instances.map(({name}) => name)).size, instances.length);
  for (const row of instances) {
    assert.ok(row.cores >= 1 && row.mib_s > 0 && row.iops > 0 && row.source && /^20\d\d/.test(row.as_of), row.name);
    assert.ok(offered.some(({cloud}) => cloud === row.cloud) && new URL(row.url).protocol === "https:");
  }
});

test("volumes come by price, those of clouds first", () => {
  const offers = storageOffers(demand, offered, {cores: 4, gips: 2.5}, 32, 100);
  assert.deepEqual(productsOf(offers), productsOf(offered.filter((row) => row.is_drive || row.sizes)));
  const drives = offers.map((row) => row.is_drive);
  assert.deepEqual(drives, [...drives].sort());
  for (const is of [false, true]) {
    const prices = offers.filter((row) => row.is_drive === is).map((row) => row.price_usd_month);
    assert.deepEqual(prices, [...prices].sort((a, b) => a - b));
  }
  assert.deepEqual(offers.filter((row) => row.suffices), offers.filter((row) => row.tps >= 100));
});

test("a measured value stands only where cores, clients, bandwidth and requests are those asked for", () => {
  const run = {...none, mib_s: 125, iops: 3000, cpus: 1, gips: 1, clients: 8, tps: 58};
  const measured = (machine, clients, wanted) => storageOffers(demand, offered, {gips: 2.5, ...machine}, clients, wanted, [run])
    .filter((row) => row.measured).map((row) => [row.name, row.measured.tps]);
  assert.deepEqual(measured({cores: 1}, 8, 20), [["gp3, 125 MiB/s, 3,000 IOPS", 58]]);
  for (const other of [[{cores: 1}, 1, 1], [{cores: 4}, 8, 20], [{cores: 1}, 8, 100], [{...instances[0], cores: 1}, 8, 20]]) {
    assert.deepEqual(measured(...other), []);
  }
});

const sized = offered.filter(({sizes}) => sizes);

test("the listed sizes of a product have the prices that its unit prices give", () => {
  for (const row of offered.filter(({is_drive}) => !is_drive)) {
    const found = sizeOf(sized.find((one) => productOf(one) === productOf(row)), row.iops, row.mib_s);
    assert.deepEqual([found.name, found.mib_s, found.iops], [row.name, row.mib_s, row.iops]);
    assert.ok(Math.abs(found.price_usd_month - row.price_usd_month) < 0.05, `${row.name}: ${found.price_usd_month}`);
  }
});

test("unit prices and limits are those that the sources name", () => {
  for (const {name, sizes, price_source} of sized) {
    const said = price_source.match(/[\d.,]*\d/g).map((text) => Number(text.replaceAll(",", "")));
    // Of Azure throughput is sold in MB/s.
    const perMib = productOf({name}).startsWith("Azure") ? 0.041 : sizes.usd_mib_s;
    for (const value of [sizes.usd_gib, ...sizes.usd_iops.flat(), perMib].filter(Boolean)) assert.ok(said.includes(value), `${name}: ${value}`);
  }
});

test("no size is cheaper and enough, sizes keep to their limits, and more transactions never cost less", () => {
  for (const [cores, clients] of [[4, 32], [1, 8], [64, 256]]) {
    const machine = {cores, gips: 2.5};
    const before = new Map();
    for (const wanted of [1, 70, 100, 150, 400]) {
      for (const offer of storageOffers(demand, offered, machine, clients, wanted).filter((row) => !row.is_drive)) {
        const volume = sized.find((one) => productOf(one) === productOf(offer));
        const {iops, mib_s, mib_s_per_iops} = volume.sizes;
        assert.ok(offer.iops >= iops[0] && offer.iops <= iops[1] && offer.mib_s >= mib_s[0] && offer.mib_s <= mib_s[1]);
        assert.ok(offer.mib_s <= offer.iops * mib_s_per_iops[1]);
        assert.equal(offer.name, sizeOf(volume, offer.iops, offer.mib_s).name);
        const isEnough = (size) => predict(demand, size, machine, clients).tps >= wanted;
        assert.equal(offer.suffices, isEnough(sizeOf(volume, iops[1], mib_s[1])));
        if (!offer.suffices) continue;
        for (let few = iops[0]; few <= iops[1]; few += 4500) {
          for (let narrow = mib_s[0]; narrow <= mib_s[1]; narrow += 75) {
            const size = sizeOf(volume, few, narrow);
            assert.ok(size.price_usd_month > offer.price_usd_month - 1e-9 || !isEnough(size), `${size.name} is cheaper than ${offer.name}`);
          }
        }
        assert.ok(offer.price_usd_month >= (before.get(productOf(offer)) ?? 0));
        before.set(productOf(offer), offer.price_usd_month);
      }
    }
  }
});

test("without a wish, most of what the processor could do is enough", () => {
  const machine = {cores: 4, gips: 2.5};
  const offers = storageOffers(demand, offered, machine, 32, null);
  const least = ENOUGH * processorTps(demand, machine, 32);
  assert.ok(offers.some((row) => row.suffices) && offers.every((row) => row.suffices === row.tps >= least));
});

test("a volume says what it can do and costs, and who says so when", () => {
  const clouds = offered.filter((row) => !row.is_drive);
  assert.equal(new Set(clouds.map((row) => new URL(row.url).hostname)).size, 3);
  assert.equal(offered.length - clouds.length, 6);
  for (const row of offered) {
    assert.ok([row.mib_s, row.iops, row.read_latency_us, row.flush_latency_us, row.size_gib, row.price_usd_month].every((value) => value > 0), row.name);
    assert.ok(row.source && row.price_source && /^20\d\d/.test(row.as_of) && /^20\d\d/.test(row.price_as_of), row.name);
  }
});

test("the model's error is that on the runs of the same load, engine and read-ahead", () => {
  assert.equal(modelError([], []), null);
  const at = (times, more) => {
    const run = {...none, mib_s: 16, cpus: 1, gips: 1, clients: 8, load: "oltp", engine: "postgresql-17", read_ahead_kb: 128, ...more};
    return {...run, tps: predict(demand, run, one, 8).tps / times};
  };
  const found = modelError([demand], [at(1.02), at(0.9), at(1.3), at(5, {engine: "mariadb-11.8"})]);
  assert.equal(found.runs, 3);
  near(found.middle, 0.1);
  near(found.most, 0.3);
});

test("the notes say for which latencies the error was found, in at most six numbers each", () => {
  const run = {...none, mib_s: 125, iops: 3000, cpus: 1, gips: 1, clients: 8, load: "oltp", engine: "postgresql-17", read_ahead_kb: 128, tps: 58};
  const runs = [20, 70, 80].map((read_latency_us) => ({...run, read_latency_us}));
  const want = {load: "oltp", engine: "postgresql-17", readAhead: 128, machine: {cores: 1, gips: 2.5}, clients: 8, wanted: 20};
  const node = storageAnswer([{...demand, engine_memory_mib: 128}], runs, offered, want);
  const notes = [...node.querySelectorAll("p.computed:not(.headline)")].map((note) => note.textContent);
  assert.match(notes[0], /Reads took 20 to 80 µs in the measurements; for cloud volumes, 500 to 1,000 µs is assumed\./);
  for (const note of notes) assert.ok(note.match(/\d[\d.,]*/g).length <= 6, note);
  assert.match(node.querySelector("caption").textContent, /same workload.* clients.* a read took 20 µs, and a core executed 1 × 10⁹/);
  assert.equal(storageAnswer([{...demand, engine_memory_mib: 128}], runs, offered, {...want, clients: 1}).querySelector("caption .wide"), null);
});
