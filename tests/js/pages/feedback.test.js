import assert from "node:assert/strict";
import { test } from "node:test";
import { whyNothing } from "../../../src/damier/web/static/js/pages/table/why_not.js";
import { canPlayAgain } from "../../../src/damier/web/static/js/pure/table_actions.js";
import { happened } from "../../../src/damier/web/static/js/pure/table_events.js";
import { finale, news } from "../../../src/damier/web/static/js/shared/players_panel.js";
import { SOUNDS } from "../../../src/damier/web/static/js/shared/sounds.js";
import { game, mark, scene, shared, table, won } from "../scenes.js";

/** @typedef {import("../../../src/damier/web/static/js/types.js").Mark} Mark */

/** A row of places, and the table after so many moves. @param {Mark[]} marks @param {Partial<import("../../../src/damier/web/static/js/types.js").Table>} [more] */
const at = (marks, more = {}) => table({ scene: scene(4, 1, "lines", marks), ...more });
const empty = (/** @type {number} */ x) => mark([x, 1], "empty");
const piece = (/** @type {number} */ x, /** @type {number} */ seat) => mark([x, 1], "pawn", { seat });

test("a move is heard, a step back is not", () => {
  const before = at([empty(1), empty(3)]);
  const now = at([piece(1, 0), empty(3)], { moves: ["a"], last: [1, 1], turn: 1 });
  assert.equal(happened(before, now), "move");
  assert.equal(happened(now, before), null);
  assert.equal(happened(now, now), null);
});

test("a piece that goes elsewhere captures nothing", () => {
  const before = at([piece(1, 0), empty(3), piece(7, 1)]);
  const now = at([empty(1), piece(3, 0), piece(7, 1)], { moves: ["b"], last: [3, 1] });
  assert.equal(happened(before, now), "move");
});

test("a capture is a place more than the move's own, or a piece of the other less", () => {
  const edge = at([mark([0, 1], "gap"), empty(1)]);
  const box = at([mark([0, 1], "edge"), mark([1, 1], "box", { seat: 0 })], { moves: ["a"], last: [0, 1] });
  assert.equal(happened(edge, box), "capture");
  const before = at([piece(1, 0), piece(3, 1), piece(7, 1)]);
  const now = at([empty(1), piece(3, 0), piece(7, 1)], { moves: ["x"], last: [3, 1] });
  assert.equal(happened(before, now), "capture");
});

test("the end is heard once, whatever ended it", () => {
  assert.equal(happened(table(), table({ ended: won, moves: ["1"] })), "end");
  assert.equal(happened(table(), table({ ended: won })), "end");
  assert.equal(happened(table({ ended: won }), table({ ended: won })), null);
});

test("every end has its words, for this browser", () => {
  const end = (/** @type {number[]} */ points, /** @type {number[]} */ you, seats = 2) =>
    finale(table({ ended: { ...won, points }, you }), { ...game, seats });
  assert.deepEqual(end([1, 0], [0]), { words: "You win!", kind: "win" });
  assert.deepEqual(end([1, 0], [1]), { words: "You lose.", kind: "loss" });
  assert.deepEqual(end([0.5, 0.5], [0]), { words: "A draw.", kind: "draw" });
  assert.deepEqual(end([0, 1], [0, 1]), { words: "Red wins!", kind: "win" });
  assert.deepEqual(end([1, 0], []), { words: "Yellow wins!", kind: "win" });
  assert.deepEqual(end([1], [0], 1), { words: "You win!", kind: "win" });
  assert.deepEqual(end([0], [0], 1), { words: "You lose.", kind: "loss" });
});

test("the end is told once to who listens", () => {
  assert.equal(news(table(), table({ ended: won }), game), "You win! Yellow wins.");
  assert.equal(news(table({ you: [0, 1] }), table({ ended: won, you: [0, 1] }), game), "Yellow wins.");
});

test("who played may play again, until somebody has begun", () => {
  assert.ok(canPlayAgain(table({ ended: won })));
  assert.ok(!canPlayAgain(table()));
  assert.ok(!canPlayAgain(table({ ended: won, next: "other" })));
  assert.ok(!canPlayAgain(shared({ ended: won, you: [], owner: false })));
});

test("why nothing can be done at all is known without asking", () => {
  assert.equal(whyNothing(table(), false), null);
  assert.match(whyNothing(table(), true) ?? "", /looking back/);
  assert.match(whyNothing(table({ ended: won }), false) ?? "", /over/);
  assert.match(whyNothing(table({ turn: 1 }), false) ?? "", /not your turn/);
  assert.match(whyNothing(shared({ waiting: [1] }), false) ?? "", /not here yet/);
  assert.match(whyNothing(shared({ you: [], owner: false }), false) ?? "", /watching/);
});

test("sounds are soft, short, and differ", () => {
  const all = Object.values(SOUNDS);
  assert.equal(new Set(all.map((tones) => tones.map(({ pitch }) => pitch).join())).size, all.length);
  assert.ok(all.flat().every(({ loud, long, at }) => loud <= 0.2 && at + long < 1));
});
