import assert from "node:assert/strict";
import { test } from "node:test";
import { boardTitle } from "../../../src/damier/web/static/js/pure/solo_board.js";
import { NO_RESULTS, excuse, figures, stopwatch, withGame } from "../../../src/damier/web/static/js/pure/solo_results.js";
import { game, table } from "../scenes.js";

/** A game for one that is over. @param {boolean} isWon @param {number | null} seconds @param {Partial<import("../../../src/damier/web/static/js/types.js").Table>} [more] */
const over = (isWon, seconds, more = {}) => table({
  solo: { board: "8x7", seconds, running: false, needed: 20 }, moves: Array(25).fill("d"),
  ended: { ending: "rules", points: [isWon ? 1 : 0], reason: "", words: "" }, ...more,
});

test("a stopwatch counts up, with tenths at the end", () => {
  assert.deepEqual([0, 7.9, 61, 3725].map((seconds) => stopwatch(seconds)), ["0:00", "0:07", "1:01", "1:02:05"]);
  assert.deepEqual([7.94, 59.97, 0].map((seconds) => stopwatch(seconds, true, "en")), ["0:07.9", "1:00.0", "0:00.0"]);
  assert.equal(stopwatch(7.94, true, "fr"), "0:07,9");
});

test("speed and efficiency are those of a win", () => {
  assert.deepEqual(figures(over(true, 40)), { needed: 20, rate: 0.5, efficiency: 0.8 });
  assert.deepEqual(figures(over(false, 40)), { needed: 20, rate: null, efficiency: null });
  assert.deepEqual(figures(table()), { needed: null, rate: null, efficiency: null });
});

test("a streak grows with each win and ends with a loss; the best stays", () => {
  const one = withGame(NO_RESULTS, over(true, 40, { id: "a" }));
  const two = withGame(one, over(true, 50, { id: "b" }));
  const three = withGame(two, over(false, 3, { id: "c" }));
  assert.deepEqual(one, { played: 1, won: 1, streak: 1, longest: 1, best: 40, rate: 0.5, last: "a" });
  assert.deepEqual(two, { played: 2, won: 2, streak: 2, longest: 2, best: 40, rate: 0.5, last: "b" });
  assert.deepEqual(three, { played: 3, won: 2, streak: 0, longest: 2, best: 40, rate: 0.5, last: "c" });
  assert.equal(withGame(three, over(false, 3, { id: "c" })), three, "two windows see one end");
  assert.equal(withGame(three, over(true, 30)).best, 30);
});

test("what was taken back, helped or not timed counts in no results", () => {
  assert.equal(excuse(over(true, 40), false), null);
  assert.equal(excuse(over(true, 40), true), "helped");
  assert.equal(excuse(over(true, 40, { practice: true }), false), "taken back");
  assert.equal(excuse(over(true, null), false), "untimed");
});

test("a board is named in any language, and what goes with every board after it", () => {
  const apart = { about: "", apart: true };
  const field = {
    presets: [{ key: "expert", title: "Experto" }],
    options: [
      { ...apart, name: "start", kind: /** @type {const} */ ("choice"), values: ["opening", "safe"], titles: { safe: "solo una" }, usual: "opening" },
      { ...apart, name: "no_guess", kind: /** @type {const} */ ("switch"), titles: { 1: "sin adivinar" }, usual: 0 },
    ],
  };
  assert.equal(boardTitle(field, "expert"), "Experto");
  assert.equal(boardTitle(field, "size=20x12 mines=40"), "20x12, 40");
  assert.equal(boardTitle(field, "expert start=safe no_guess=1"), "Experto, solo una, sin adivinar");
  assert.equal(boardTitle(field, "size=9x9 mines=3 no_guess=1"), "9x9, 3, sin adivinar");
});
