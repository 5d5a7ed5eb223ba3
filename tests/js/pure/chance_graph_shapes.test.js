import assert from "node:assert/strict";
import { test } from "node:test";
import { valuesOf } from "../../../src/damier/web/static/js/shared/chance_graph.js";
import { SIDE, crossed, graph, runs, sign, stepAt, xOf, yOf } from "../../../src/damier/web/static/js/pure/chance_graph_shapes.js";
import { isWorse } from "../../../src/damier/web/static/js/pages/review/judged_move.js";
import { byStep, nextMistake, pointsLost, sign as signOf, tally } from "../../../src/damier/web/static/js/pure/mistakes.js";

/** @import { Plot } from "../../../src/damier/web/static/js/pure/chance_graph_shapes.js" */
/** @import { Moment, Review } from "../../../src/damier/web/static/js/types.js" */

/** @type {Plot} */
const plot = {
  width: 424, height: 150, total: 4, values: [0.5, 0.75, 0.25, null, 1], alone: false,
  marks: [{ step: 2, verdict: "blunder" }, { step: 3, verdict: "mistake" }], step: 1,
};

/** @param {string} name */
const ofClass = (name) => graph(plot).filter((shape) => String(shape.attrs?.class).split(" ").includes(name));

test("steps run from side to side, chances from bottom to top, and a click means the nearest step", () => {
  assert.equal(xOf(plot, 0), SIDE);
  assert.equal(xOf(plot, 4), 424 - SIDE);
  assert.ok(yOf(plot, 1) < yOf(plot, 0.5) && yOf(plot, 0.5) < yOf(plot, 0));
  assert.equal(yOf(plot, 7), yOf(plot, 1));
  for (const step of [0, 1, 2, 3, 4]) assert.equal(stepAt(plot, xOf(plot, step) + 10), step);
  assert.equal(stepAt(plot, -50), 0);
  assert.equal(stepAt(plot, 5000), 4);
  assert.equal(stepAt({ ...plot, total: 0 }, 100), 0);
});

test("what nobody has looked at leaves a gap", () => {
  const found = runs(plot.values).map((run) => run.map((point) => point.step));
  assert.deepEqual(found, [[0, 1, 2], [4]]);
  assert.equal(ofClass("curve").length, 2);
});

test("each side of the middle is filled by itself", () => {
  const run = crossed([{ step: 1, value: 0.75 }, { step: 2, value: 0.25 }]);
  assert.deepEqual(run, [{ step: 1, value: 0.75 }, { step: 1.5, value: 0.5 }, { step: 2, value: 0.25 }]);
  assert.deepEqual(crossed([{ step: 0, value: 0.5 }, { step: 1, value: 1 }]).length, 2);
});

test("mistakes are marked where the move led, by a shape of their own, once that is known", () => {
  assert.equal(ofClass("sign").length, 1);
  assert.equal(ofClass("blunder").length, 1);
  const shapes = ["inaccuracy", "mistake", "blunder"].map((verdict) => sign(verdict, 0, 0).attrs?.d);
  assert.equal(new Set(shapes).size, 3);
});

test("alone, each move has a stem of its own and there is no line", () => {
  const shapes = graph({ ...plot, alone: true });
  assert.equal(shapes.filter((shape) => shape.attrs?.class === "stem").length, 4);
  assert.ok(!shapes.some((shape) => shape.attrs?.class === "curve"));
});

/** @param {number} ply @param {Moment["verdict"]} verdict @returns {Moment} */
const moment = (ply, verdict) => ({
  ply, seat: ply % 2, move: "1", at: null, label: "", chance: 0, best: "2", best_at: null, best_label: "",
  best_chance: 1, cost: 0.126, verdict, title: verdict, remark: null, why: [], then: [], proven: false,
});

/** @type {Review} */
const review = {
  state: "done", problem: null, done: 4, total: 4, level: null, title: null, about: null, accuracy: [], graph: [],
  moments: [moment(0, "best"), moment(1, "blunder"), moment(2, "good"), moment(3, "inaccuracy")],
};

test("a moment belongs to the step that it led to", () => {
  assert.deepEqual([...byStep(review).keys()], [1, 2, 3, 4]);
  assert.equal(byStep(review).get(2)?.verdict, "blunder");
  assert.equal(signOf(byStep(review).get(1)), "");
  assert.equal(signOf(undefined), "");
});

test("alone, each step has the chance of its move, and a flag has none", () => {
  const flagged = { ...review, moments: [moment(0, "best"), { ...moment(1, "good"), judged: false }] };
  assert.deepEqual(valuesOf(flagged, true, 3), [null, 0, null, null]);
  assert.deepEqual(valuesOf({ ...review, graph: [0.5, 0.25] }, false, 2), [0.5, 0.25, null]);
  assert.equal(isWorse(flagged.moments[1]), false);
  assert.equal(isWorse(review.moments[1]), true);
});

test("mistakes are found in both directions and counted by seat", () => {
  assert.equal(nextMistake(review, 0, 1), 2);
  assert.equal(nextMistake(review, 2, 1), 4);
  assert.equal(nextMistake(review, 4, 1), null);
  assert.equal(nextMistake(review, 4, -1), 2);
  assert.equal(nextMistake(review, 2, -1), null);
  assert.deepEqual(tally(review, 1), [["inaccuracy", 1], ["mistake", 0], ["blunder", 1]]);
  assert.deepEqual(tally(review, 0).map(([, n]) => n), [0, 0, 0]);
  assert.equal(pointsLost(0.126), 13);
});
