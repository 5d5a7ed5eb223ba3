import assert from "node:assert/strict";
import { test } from "node:test";
import { aim, choose, chooseByLetter, isGestureKey, step } from "../../../src/damier/web/static/js/board/gesture.js";
import { rowsOf } from "../../../src/damier/web/static/js/board/lattice.js";
import { building, columns, digging, dots, drawing, falling, gesture, mark, walls } from "../scenes.js";

test("a plain click makes the first gesture, a second click the flag", () => {
  const cover = mark([1, 1], "cover", { moves: { dig: "d1,1", flag: "f1,1" } });
  assert.equal(choose(cover, digging, "plain"), "dig");
  assert.equal(choose(cover, digging, "second"), "flag");
  assert.equal(choose(cover, digging, "double"), null);
});

test("a slip takes no flag away and opens no eight cells", () => {
  const flag = mark([1, 1], "flag", { moves: { unflag: "u1,1" } });
  const number = mark([1, 1], "number", { moves: { chord: "c1,1" } });
  assert.equal(choose(flag, digging, "plain"), null);
  assert.equal(choose(flag, digging, "second"), "unflag");
  assert.equal(choose(number, digging, "plain"), null);
  assert.equal(choose(number, digging, "double"), "chord");
  assert.equal(choose(number, digging, "key"), "chord");
});

test("a game says by which click and key a gesture is made, whatever its name", () => {
  const thing = mark([1, 1], "thing", { moves: { lift: "a", turn: "b", swap: "c", push: "d" } });
  const own = {
    lift: gesture(), turn: gesture({ click: "second" }), swap: gesture({ click: "shift", key: "s" }),
    push: gesture({ click: "double" }),
  };
  assert.equal(choose(thing, own, "plain"), "lift");
  assert.equal(choose(thing, own, "second"), "turn");
  assert.equal(choose(thing, own, "shift"), "swap");
  assert.equal(choose(thing, own, "double"), "push");
  assert.equal(chooseByLetter(thing, own, "S"), "swap");
  assert.ok(isGestureKey(own, "s"));
  assert.ok(!isGestureKey(own, "f"), "a letter of another game means nothing here");
  assert.equal(choose(thing, {}, "plain"), "lift", "what a game does not describe is a plain click");
  assert.equal(choose(thing, {}, "second"), null);
});

test("a wall is built by the click that the game says, and by no other", () => {
  const second = { ...building, horizontal: gesture({ click: "second", arm: "flat" }) };
  assert.equal(aim(walls, second, 0.4, 0.75, "plain", false), null);
  assert.equal(aim(walls, second, 0.4, 0.75, "second", false)?.move, "a2h");
  assert.equal(aim(walls, building, 0.4, 0.75, "second", false), null);
});

test("letters mean gestures where they are offered", () => {
  const corner = mark([2, 2], "corner", { moves: { vertical: "a1v" } });
  assert.equal(chooseByLetter(corner, building, "V"), "vertical");
  assert.equal(chooseByLetter(corner, building, "h"), null);
  assert.equal(chooseByLetter(corner, building, "x"), null);
  assert.ok(isGestureKey(digging, "F"));
  assert.ok(!isGestureKey(digging, "q"));
});

test("a click on a cell is that cell's, turned round too", () => {
  assert.equal(aim(columns, falling, 0.5, 0.5, "plain", false)?.move, "1");
  assert.equal(aim(columns, falling, 1.5, 1.9, "plain", false)?.move, "2");
  assert.equal(aim(columns, falling, 0.5, 0.5, "plain", true)?.move, "2");
  assert.equal(aim(columns, falling, -0.5, 0.5, "plain", false), null);
});

test("the arm of the corner that the pointer is on gives a wall its direction", () => {
  assert.equal(aim(walls, building, 1.3, 1.02, "plain", false)?.move, "a2h");
  assert.equal(aim(walls, building, 0.7, 0.98, "plain", false)?.move, "a2h");
  assert.equal(aim(walls, building, 1.02, 1.3, "plain", false)?.move, "a2v");
  assert.equal(aim(walls, building, 0.98, 0.7, "plain", false)?.move, "a2v");
});

test("the end of a wall reaches the border", () => {
  assert.equal(aim(walls, building, 0.1, 1, "plain", false)?.move, "a2h");
  assert.equal(aim(walls, building, 2.9, 1, "plain", false)?.move, "b2h");
});

test("where a corner does not offer the wall, the next corner on that line may", () => {
  assert.equal(aim(walls, building, 2, 1.7, "plain", false)?.move, "b2v");
  assert.equal(aim(walls, building, 2, 2.4, "plain", false), null);
});

test("a cell that is a move keeps most of its room, any other gives it to walls", () => {
  assert.equal(aim(walls, building, 1.5, 1.25, "plain", false)?.move, "b2");
  assert.equal(aim(walls, building, 0.4, 0.75, "plain", false)?.move, "a2h");
  assert.equal(aim(walls, building, 0.5, 0.5, "plain", false), null);
});

test("an edge owns the quarter of the box beside it", () => {
  assert.equal(aim(dots, drawing, 0.2, 0.5, "plain", false)?.move, "a1l");
  assert.equal(aim(dots, drawing, 0.8, 0.5, "plain", false)?.move, "a1r");
  assert.equal(aim(dots, drawing, 0.5, 0.9, "plain", false)?.move, "a1b");
  assert.equal(aim(dots, drawing, 0.5, 0.1, "plain", false), null);
});

test("arrow keys walk every place and do not drift through rows of corners", () => {
  const rows = rowsOf(walls, false).map((row) => row.map(({ at: [x, y] }) => ({ x, y })));
  const start = { x: 1, y: 1 };
  const corner = step(rows, start, "ArrowDown", 1);
  assert.deepEqual(corner, { x: 2, y: 2 });
  assert.deepEqual(step(rows, corner, "ArrowDown", 1), { x: 1, y: 3 });
  assert.deepEqual(step(rows, start, "ArrowRight", 1), { x: 3, y: 1 });
  assert.deepEqual(step(rows, start, "ArrowLeft", 1), start);
  assert.deepEqual(step(rows, start, "ArrowUp", 1), start);
  assert.deepEqual(step(rows, start, "End", 1), { x: 5, y: 1 });
});
