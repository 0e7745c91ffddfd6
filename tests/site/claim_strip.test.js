/** The strip of a claim: both figures on one axis, and what has no place on it. */
import assert from "node:assert/strict";
import {test} from "node:test";
import "./document.js";
import {claimStrip, measuredFigure, placeOf, publishedFigure, stripAxis, stripLegend} from "../../report/charts/claim_strip.js";

const figures = (more) => ({value: 1, low: null, high: null, unit: "times", published_low: null, published_high: null, ...more});
const parts = (strip) => Object.fromEntries(["band", "figure", "direction", "beyond", "interval", "dot"].map((name) =>
  [name, strip.querySelectorAll(`.strip-${name}`).length]).filter(([, count]) => count));

test("octaves are equally wide, 1 is where its line is, and nothing leaves the axis", () => {
  const places = [1 / 4, 1 / 2, 1, 2, 4, 8, 16].map(placeOf);
  const steps = places.slice(1).map((place, i) => place - places[i]);
  assert.ok(steps.every((step) => Math.abs(step - steps[0]) < 1e-9));
  assert.deepEqual([placeOf(0.05), placeOf(159)], [placeOf(1 / 4), placeOf(16)]);
  assert.ok(claimStrip(figures({})).querySelector(".strip-one").getAttribute("d").startsWith(`M${placeOf(1)},`));
});

test("a published range, figure and direction differ, and none is no mark", () => {
  assert.deepEqual(parts(claimStrip(figures({published_low: 1.19, published_high: 1.8}))), {band: 1, dot: 1});
  assert.deepEqual(parts(claimStrip(figures({published_low: 3, published_high: 3}))), {figure: 1, dot: 1});
  assert.deepEqual(parts(claimStrip(figures({published_low: 1}))), {direction: 1, dot: 1});
  assert.deepEqual(parts(claimStrip(figures({low: 0.9, high: 1.2}))), {interval: 1, dot: 1});
  const below = claimStrip(figures({published_high: 1})).querySelector(".strip-direction");
  assert.equal(below.getAttribute("transform"), "scale(-1 1)");
});

test("what lies beyond the axis is an arrow at its end, and not a dot on it", () => {
  const strip = claimStrip(figures({value: 0.178, low: 0.1, high: 0.2, published_low: 0.051, published_high: 0.051}));
  assert.deepEqual(parts(strip), {beyond: 1, dot: 1});
  assert.equal(strip.querySelector(".strip-dot").localName, "path");
  assert.equal(strip.querySelector(".strip-dot").getAttribute("transform"), "scale(-1 1)");
  const wide = claimStrip(figures({published_low: 0.1, published_high: 30})).querySelector("rect");
  assert.equal(wide.getAttribute("x"), `${placeOf(1 / 4)}%`);
});

test("a claim without a figure has what was published alone", () => {
  assert.deepEqual(parts(claimStrip(figures({value: null, unit: null, published_low: 1, published_high: 2}))), {band: 1});
  assert.equal(measuredFigure(figures({value: null, unit: null})), "–");
});

test("other figures than ratios have no place on the axis of ratios", () => {
  const pages = claimStrip(figures({value: 0.645, unit: "pages of 4 KiB per SELECT", published_low: 2, published_high: 2}));
  assert.deepEqual([pages.localName, pages.textContent], ["span", "in pages of 4 KiB per SELECT"]);
  assert.equal(claimStrip(figures({unit: "% of the bandwidth"})).textContent, "% of the bandwidth");
});

test("figures are written as they were published, and ours with the digits of all ratios", () => {
  const published = (low, high, unit = "times") => publishedFigure(figures({unit, published_low: low, published_high: high}));
  assert.deepEqual([published(1.19, 1.8), published(3, 3), published(1, null), published(null, 1), published(null, null)],
    ["1.19–1.8×", "3×", "> 1×", "< 1×", "–"]);
  assert.deepEqual([published(50, null, "% of joins"), published(2, 2, "pages")], ["> 50 %", "2"]);
  const measured = (value, unit = "times") => measuredFigure(figures({value, unit}));
  assert.deepEqual([measured(0.843), measured(1.0017), measured(0.0051), measured(29.31, "% of joins"), measured(-0.2075, "pages")],
    ["0.84×", "1.002×", "0.0051×", "29.3 %", "−0.208"]);
});

test("the axis has its numbers and a name, and each mark of a strip its words", () => {
  assert.deepEqual([...stripAxis().querySelectorAll("text")].map((text) => text.textContent), ["¼", "½", "1×", "2", "4", "8", "16"]);
  assert.match(stripAxis().getAttribute("aria-label"), /ratios/);
  assert.deepEqual(stripLegend().map((entry) => entry.textContent.trim()),
    ["published range", "one published figure", "a direction alone", "measured here, with its interval", "beyond the axis"]);
});
