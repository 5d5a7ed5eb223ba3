import assert from "node:assert/strict";
import { test } from "node:test";
import { predict } from "../../../src/damier/web/static/js/board/prediction.js";
import { byPlace, offers } from "../../../src/damier/web/static/js/board/lattice.js";
import { building, columns, digging, drawing, dots, falling, game, gesture, mark, scene, table, walls } from "../scenes.js";

/** @import { Act, OtherAct } from "../../../src/damier/web/static/js/pure/act_queue.js" */
/** @import { Gestures, Scene, Table } from "../../../src/damier/web/static/js/types.js" */

const DISCS = { ...game, gestures: falling, example: scene(1, 1, "lines", [mark([1, 1], "disc", { seat: 0 })]) };
/** @param {Gestures} gestures */
const by = (gestures) => ({ ...game, gestures });
/** @param {string} move @param {string} how @param {[number, number]} [at] @returns {Act} */
const move = (move, how, at = [1, 1]) => ({ number: 1, what: "move", move, at, gesture: how });
/** @param {OtherAct} what @returns {Act} */
const did = (what) => ({ number: 1, what });
/** @param {Scene} drawn @param {string} at */
const look = (drawn, at) => {
  const found = byPlace(drawn).get(at);
  return found && `${found.kind} ${found.seat ?? ""}`.trim();
};
/** Two people at one screen. @param {Partial<Table>} [more] */
const both = (more = {}) => table({ you: [0, 1], players: table().players.map((one) => ({ ...one, kind: "person" })), ...more });

test("nothing done, nothing else shown", () => {
  assert.equal(predict(table(), [], DISCS, []).scene, columns);
});

test("a disc falls to the first free place, each seat in its turn, until the column is full", () => {
  const one = predict(both(), [move("1", "drop")], DISCS, []);
  assert.equal(look(one.scene, "1,3"), "disc 0");
  assert.deepEqual([one.last, one.moves, one.turn], [[1, 3], ["1"], 1]);
  assert.ok(offers(one.scene).has("1"));
  assert.deepEqual(byPlace(one.scene).get("1,3")?.tags, ["sent"]);
  const two = predict(both(), [move("1", "drop"), move("1", "drop")], DISCS, []);
  assert.deepEqual([look(two.scene, "1,3"), look(two.scene, "1,1")], ["disc 0", "disc 1"]);
  assert.ok(!offers(two.scene).has("1") && offers(two.scene).has("2"));
});

test("a pawn leaves its cell, and where the next can go is not known", () => {
  const before = { ...walls, marks: walls.marks.map((one) => (one.at.join() === "3,5" ? mark([3, 5], "pawn", { seat: 0 }) : one)) };
  const { scene: now } = predict(both({ scene: before }), [move("b2", "go", [3, 3])], by(building), []);
  assert.deepEqual([look(now, "3,3"), look(now, "3,5")], ["pawn 0", "empty"]);
  assert.ok(!now.marks.some((one) => one.kind === "target"));
});

test("a wall is one bar with its two edges, and nobody's", () => {
  const { scene: now } = predict(both({ scene: walls }), [move("a2h", "horizontal", [2, 2])], by(building), []);
  assert.deepEqual(["2,2", "1,2", "3,2"].map((at) => look(now, at)), ["wall", "wall", "wall"]);
  assert.ok(now.marks.filter((one) => one.kind === "wall").every((one) => one.name === "a2h"));
  assert.equal(look(now, "3,3"), "empty");
});

test("an edge is drawn; what only the server knows is marked as sent", () => {
  assert.equal(look(predict(table({ scene: dots }), [move("a1l", "draw", [0, 1])], by(drawing), []).scene, "0,1"), "edge");
  const field = scene(1, 1, "none", [mark([1, 1], "cover", { moves: { dig: "d1", flag: "f1" } })]);
  const dug = predict(table({ scene: field }), [move("d1", "dig")], by(digging), []).scene;
  assert.deepEqual([look(dug, "1,1"), byPlace(dug).get("1,1")?.tags, byPlace(dug).get("1,1")?.moves], ["cover", ["sent"], {}]);
  const flags = by({ ...digging, flag: gesture({ click: "second", ghost: "flag" }) });
  assert.equal(look(predict(table({ scene: field }), [move("f1", "flag")], flags, []).scene, "1,1"), "flag");
});

test("a move that is not offered is not drawn", () => {
  assert.equal(predict(table(), [move("9", "drop")], DISCS, []).scene, columns);
});

test("an undo leads back to what was shown, a redo on again", () => {
  const acts = [move("1", "drop"), did("undo")];
  const back = predict(both(), acts, DISCS, []);
  assert.deepEqual([back.scene, back.moves, back.redo], [columns, [], 1]);
  const on = predict(both(), [...acts, did("redo")], DISCS, []);
  assert.equal(look(on.scene, "1,3"), "disc 0");
});

test("an undo leads back to an earlier turn of this browser, past the answer of an engine", () => {
  const now = table({ moves: ["1", "2", "1", "2"], scene: scene(1, 1, "lines", []) });
  const seen = [table({ moves: [] }), table({ moves: ["1", "2"] })];
  assert.deepEqual(predict(now, [did("undo")], DISCS, seen).moves, ["1", "2"]);
  assert.deepEqual(predict(now, [did("undo"), did("undo")], DISCS, seen).moves, []);
  const other = predict(now, [did("undo")], DISCS, [table({ moves: ["2"] })]);
  assert.equal(other.moves.length, 4, "a game that went otherwise is no earlier moment of this one");
  assert.ok(!other.scene.marks.some((one) => Object.keys(one.moves).length));
});

test("where the turn is somebody else's, moves and clicks are plans", () => {
  const wish = { near: /** @type {[number, number]} */ ([3, 1]), letter: "" };
  const { scene: now, plans } = predict(
    table({ turn: 1, to_move: "level" }), [move("1", "drop"), { number: 2, what: "click", wish, planned: true }], DISCS, [],
  );
  assert.equal(now, columns);
  assert.deepEqual(plans.map((plan) => plan.at), [[1, 1], [3, 1]]);
  assert.deepEqual(plans.map((plan) => plan.gesture), ["drop", "drop"], "there is but one");
});
