import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MOST_TOGETHER, isTurn, planned, sendable, settle, stillMeant, undone,
} from "../../../src/damier/web/static/js/pure/act_queue.js";
import { falling, mark, scene, shared, table, won } from "../scenes.js";

/** @import { Act, OtherAct } from "../../../src/damier/web/static/js/pure/act_queue.js" */

/** @param {number} number @param {string} move @returns {Act} */
const moved = (number, move) => ({ number, what: "move", move, at: [1, 1], gesture: "drop" });
/** @param {number} number @param {OtherAct} what @returns {Act} */
const did = (number, what) => ({ number, what });
/** On the second column. @param {number} number @param {boolean} [plan] @returns {Act} */
const clicked = (number, plan = false) => ({
  number, what: "click", planned: plan, wish: { near: [3, 1], x: 1.5, y: 0.5, click: "plain", flip: false, again: false },
});
const theirs = table({ turn: 1, to_move: "level" });

test("it is your turn if you move next, and everybody is there", () => {
  assert.ok(isTurn(table()));
  assert.ok(!isTurn(theirs));
  assert.ok(!isTurn(shared({ waiting: [1] })));
  assert.ok(!isTurn(table({ ended: won, to_move: null })));
  assert.ok(!isTurn(table({ you: [] })));
});

test("a table tells which acts of this page are done", () => {
  const acts = [moved(3, "1"), moved(4, "2"), did(6, "undo")];
  assert.deepEqual(undone(acts, table({ done_acts: { mine: 4, other: 9 } }), "mine"), [did(6, "undo")]);
  assert.equal(undone(acts, table({ done_acts: { other: 9 } }), "mine"), acts, "the same list where nothing is done");
});

test("acts go together, a move not before its turn, and no click before it is known what it means", () => {
  const acts = [moved(1, "1"), moved(2, "2"), did(3, "undo")];
  assert.deepEqual(sendable(acts, table()), acts);
  assert.deepEqual(sendable(acts, theirs), []);
  assert.deepEqual(sendable([did(1, "undo"), moved(2, "1")], theirs).length, 2, "an undo brings the turn back");
  assert.deepEqual(sendable([moved(1, "1"), clicked(2), moved(3, "2")], table()), [moved(1, "1")]);
  assert.deepEqual(sendable([clicked(1)], table()), []);
  const many = Array.from({ length: 80 }, (_, i) => moved(i + 1, "1"));
  assert.equal(sendable(many, table()).length, MOST_TOGETHER);
});

test("a click means what it is on once the acts before it are done", () => {
  const found = settle([clicked(7), did(8, "undo")], table(), falling);
  assert.deepEqual(found.acts, [{ number: 7, what: "move", move: "2", at: [3, 1], gesture: "drop" }, did(8, "undo")]);
  assert.deepEqual(settle([clicked(7)], theirs, falling).acts, [clicked(7)], "not before the turn");
  const bare = table({ scene: scene(2, 2, "lines", [mark([3, 1], "empty"), mark([1, 1], "empty", { moves: { drop: "1" } })]) });
  assert.deepEqual(settle([clicked(7), moved(8, "1")], bare, falling), { acts: [moved(8, "1")], void: null }, "a click on nothing");
  assert.deepEqual(settle([clicked(7, true), moved(8, "1")], bare, falling), { acts: [], void: clicked(7, true) });
});

test("a move that is no longer offered is void, with what followed", () => {
  assert.deepEqual(settle([moved(1, "1")], table(), falling).void, null);
  assert.deepEqual(settle([moved(1, "9"), moved(2, "1")], table(), falling), { acts: [], void: moved(1, "9") });
  const over = table({ ended: won, to_move: null });
  assert.deepEqual(settle([moved(1, "1")], over, falling), { acts: [], void: moved(1, "1") });
  assert.deepEqual(settle([did(1, "undo")], over, falling), { acts: [did(1, "undo")], void: null });
});

test("what was meant for another moment is asked for again only if it means the same", () => {
  const answered = table({ moves: ["1", "2"] });
  const asked = table({ moves: ["1"], turn: 1, to_move: "level" });
  assert.ok(stillMeant(moved(1, "1"), table(), answered));
  assert.ok(stillMeant(did(1, "undo"), asked, answered), "the engine has answered: both moves go");
  assert.ok(!stillMeant(did(1, "undo"), table(), answered), "another window has moved");
  assert.ok(!stillMeant(did(1, "undo"), table({ moves: ["9"], to_move: "level" }), answered));
  assert.ok(stillMeant(did(1, "resign"), table(), answered));
  assert.ok(!stillMeant(did(1, "resign"), table(), table({ ended: won })));
  assert.ok(!stillMeant(did(1, "draw"), shared(), shared({ moves: ["1"] })));
});

test("plans are moves that wait for somebody else", () => {
  assert.equal(planned([moved(1, "1"), clicked(2)], theirs), 2);
  assert.equal(planned([moved(1, "1")], table()), 0);
  assert.equal(planned([did(1, "undo")], theirs), 0);
  assert.equal(planned([], theirs), 0);
});

test("alone, what an own click has done already is passed over", () => {
  const alone = { ...table(), players: table().players.slice(0, 1) };
  assert.deepEqual(settle([moved(1, "9"), moved(2, "1")], alone, falling), { acts: [moved(2, "1")], void: null });
  const bare = { ...alone, scene: scene(2, 2, "lines", [mark([1, 1], "cell", { moves: { drop: "1" } })]) };
  assert.deepEqual(settle([clicked(7, true), moved(8, "1")], bare, falling), { acts: [moved(8, "1")], void: null });
});
