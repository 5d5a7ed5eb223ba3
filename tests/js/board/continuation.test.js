import assert from "node:assert/strict";
import { test } from "node:test";
import { slides } from "../../../src/damier/web/static/js/board/motion.js";
import { continuation, gestureOf, lineAt, steps } from "../../../src/damier/web/static/js/board/continuation.js";
import { building, columns, dots, drawing, falling, line, mark, scene, walls } from "../scenes.js";

test("a continuation is the move and what is expected after it, numbered, each in its seat's shape", () => {
  const best = line("1", { at: [1, 3], then: [{ move: "1", at: [1, 1], seat: 1 }] });
  const shapes = continuation(columns, steps(best, 0), false, falling);
  assert.deepEqual(shapes.map((shape) => shape.attrs?.class), [
    "place step kind-disc seat-0", "place step kind-disc seat-1",
  ]);
  assert.deepEqual(shapes.map((shape) => shape.attrs?.transform), ["translate(30 90)", "translate(30 30)"]);
  assert.deepEqual(shapes.map((shape) => shape.children?.at(-1)?.text), ["1", "2"]);
});

test("a place that is met twice is drawn once with both numbers", () => {
  const there = { move: "b2", at: /** @type {[number, number]} */ ([3, 3]), seat: 0 };
  const back = { move: "b3", at: /** @type {[number, number]} */ ([3, 1]), seat: 0 };
  const shapes = continuation(walls, [there, back, there], false, building);
  assert.deepEqual(shapes.map((shape) => shape.children?.at(-1)?.text), ["1·3", "2"]);
});

test("what has no place on the board is left out, and no more than nine are drawn", () => {
  assert.deepEqual(continuation(columns, [{ move: "swap", at: null, seat: 0 }], false, falling), []);
  const many = [...Array(30).keys()].map((x) => ({ move: `m${x}`, at: /** @type {[number, number]} */ ([2 * x + 1, 1]), seat: 0 }));
  assert.equal(continuation(columns, many, false, falling).length, 9);
});

test("how a move is made: as told, as offered, as the place suggests", () => {
  assert.equal(gestureOf(walls, { move: "a2v", at: [2, 2], seat: 0 }, building), "vertical");
  assert.equal(gestureOf(walls, { move: "c9v", at: [4, 4], seat: 0, gesture: "vertical" }, building), "vertical");
  assert.equal(gestureOf(dots, { move: "gone", at: [1, 0], seat: 0 }, drawing), "draw");
  assert.equal(gestureOf(columns, { move: "9", at: [1, 1], seat: 0 }, falling), "drop");
  assert.equal(gestureOf(scene(1, 1, "none", []), { move: "x", at: [1, 1], seat: 0 }, {}), "");
});

test("a pointer means the move that a click makes, or the nearest opinion", () => {
  const lines = [line("1", { at: [1, 3] }), line("2", { at: [3, 1] })];
  assert.equal(lineAt(lines, columns, { u: 1.5, v: 0.5, move: "1" })?.move, "1");
  assert.equal(lineAt(lines, columns, { u: 1.4, v: 0.6, move: null })?.move, "2");
  assert.equal(lineAt(lines, columns, { u: 1.4, v: 1.9, move: null }), null);
});

test("a piece that left one place for another has moved; one more of them has been put down", () => {
  const pawn = (/** @type {[number, number]} */ at) => mark(at, "pawn", { seat: 0 });
  const one = scene(3, 1, "gaps", [pawn([1, 1]), mark([3, 1], "empty")]);
  const two = scene(3, 1, "gaps", [mark([1, 1], "empty"), pawn([3, 1])]);
  assert.deepEqual([...slides(one, two)], [["3,1", [1, 1]]]);
  assert.equal(slides(one, scene(3, 1, "gaps", [pawn([1, 1]), pawn([3, 1])])).size, 0);
  assert.equal(slides(one, one).size, 0);
});
