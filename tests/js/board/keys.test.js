import assert from "node:assert/strict";
import { test } from "node:test";
import { aimByDigit, missed, writtenAt } from "../../../src/damier/web/static/js/board/gesture.js";
import { picture } from "../../../src/damier/web/static/js/board/scene_to_svg.js";
import { digitOf } from "../../../src/damier/web/static/js/shared/page_keys.js";
import { building, columns, digging, dots, drawing, falling, gesture, mark, scene, walls } from "../scenes.js";

const dropping = { drop: gesture({ digits: true, written: "{column}" }) };

/** @param {Partial<KeyboardEvent>} event */
const digit = (event) => digitOf(/** @type {KeyboardEvent} */ ({ key: "", code: "", shiftKey: false, ...event }));

test("a digit means the column of that number, as it is named", () => {
  const found = aimByDigit(columns, dropping, 2);
  assert.deepEqual([found?.move, found?.gesture], ["2", "drop"]);
  assert.equal(aimByDigit(columns, dropping, 1)?.move, "1");
  assert.equal(aimByDigit(columns, dropping, 3), null, "there is no third column");
  assert.equal(aimByDigit(columns, falling, 1), null, "a game without such a gesture has no digits");
});

test("a full column is found without a move, so that the reason can be told", () => {
  const full = scene(1, 1, "lines", [mark([1, 1], "disc", { seat: 0 })]);
  assert.deepEqual(aimByDigit(full, dropping, 1), { mark: full.marks[0], gesture: "drop", move: null });
});

test("a digit is one on every keyboard", () => {
  assert.equal(digit({ key: "4", code: "Digit4" }), 4);
  assert.equal(digit({ key: "4", code: "Numpad4" }), 4);
  assert.equal(digit({ key: "'", code: "Digit4" }), 4, "French, without Shift");
  assert.equal(digit({ key: "4", code: "Digit4", shiftKey: true }), 4, "French, with Shift");
  assert.equal(digit({ key: "$", code: "Digit4", shiftKey: true }), null);
  assert.equal(digit({ key: "ArrowLeft", code: "Numpad4" }), null);
  assert.equal(digit({ key: "0", code: "Digit0" }), null);
});

test("what is missed where nothing is offered belongs to the place, or to the letter", () => {
  assert.equal(missed(mark([3, 3], "empty"), building), "go");
  assert.equal(missed(mark([2, 2], "wall"), building), "horizontal");
  assert.equal(missed(mark([3, 3], "empty"), building, "V"), "vertical");
  assert.equal(missed(mark([1, 0], "edge"), drawing), "draw");
  assert.equal(missed(mark([1, 1], "number"), digging), "dig");
  assert.equal(missed(mark([1, 1], "thing"), {}), "");
});

test("a move is written at a place that does not offer it", () => {
  const cell = mark([7, 3], "disc", { name: "d5" });
  assert.equal(writtenAt(cell, dropping.drop), "4");
  assert.equal(writtenAt(cell, gesture({ written: "{name}h" })), "d5h");
  assert.equal(writtenAt(cell, gesture()), "d5");
  assert.equal(writtenAt(cell, undefined), "d5");
});

test("where a seat wants to be is drawn and said, turned round too", () => {
  const marks = walls.marks.map((one) => (one.at[1] === 1 ? { ...one, tags: ["goal1"] } : one));
  const drawn = picture({ ...walls, marks }, { seatNames: ["yellow", "red"], flip: true });
  const signs = drawn.ground.filter((one) => String(one.attrs?.class).startsWith("goal"));
  assert.deepEqual(signs.map((one) => one.attrs?.class), Array(3).fill("goal seat-1"));
  assert.ok(signs.every((one) => /translate\(\d+ 150\)/.test(String(one.attrs?.transform))), "the last row now");
  assert.ok(drawn.rows.flatMap((row) => row.places).some((one) => one.label === "1-1: empty, goal of red"));
  assert.ok(!picture(dots, {}).ground.some((one) => String(one.attrs?.class).startsWith("goal")));
});
