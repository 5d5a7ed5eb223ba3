import assert from "node:assert/strict";
import { test } from "node:test";
import { enabled, isUnadvised, offered, rows } from "../../../src/damier/web/static/js/pure/table_actions.js";
import { step } from "../../../src/damier/web/static/js/shared/move_navigation.js";
import { common } from "../../../src/damier/web/static/js/shared/move_list.js";
import { notice } from "../../../src/damier/web/static/js/pages/table/opponent_requests.js";
import { continued, effort, standingWords } from "../../../src/damier/web/static/js/shared/engine_opinion.js";
import { paceWords } from "../../../src/damier/web/static/js/shared/pace_controls.js";
import { looksOn, news, playerName, spoken, status } from "../../../src/damier/web/static/js/shared/players_panel.js";
import { columns, game, gesture, shared, table, won } from "../scenes.js";

test("the state is a sentence: whose turn it is, who is awaited, how it ended", () => {
  assert.deepEqual(status(table(), game), { words: "Your turn: you are yellow", kind: "yours" });
  assert.equal(status(table({ turn: 1, to_move: "level" }), game).words, "Easy is thinking…");
  assert.equal(status(shared({ turn: 1 }), game).words, "Red to move");
  assert.equal(status(shared({ waiting: [1] }), game).words, "Waiting for your opponent…");
  assert.equal(status(table({ paused: true }), game).words, "Paused");
  assert.deepEqual(status(table({ ended: won }), game), { words: "Yellow wins", kind: "ended won" });
  assert.equal(status(table({ ended: won, you: [1] }), game).kind, "ended lost");
  assert.equal(status(table({ ended: won, you: [0, 1] }), game).kind, "ended drawn");
  const solo = { board: "7x6", seconds: 0, running: false, needed: null };
  assert.equal(status(table({ solo }), { ...game, seats: 1 }).words, "7x6", "who plays alone knows whose turn it is");
});

test("people are called as this browser knows them", () => {
  assert.deepEqual([0, 1].map((seat) => playerName(table(), seat)), ["You", "Easy"]);
  assert.deepEqual([0, 1].map((seat) => playerName(shared({ waiting: [1] }), seat)), ["You", "Awaited"]);
  assert.equal(playerName(shared(), 1), "Opponent");
  assert.equal(playerName(shared({ you: [] }), 1), "Person");
  const players = shared().players.map((player, seat) => ({ ...player, nickname: ["Ada", "Bob"][seat] }));
  assert.deepEqual([0, 1].map((seat) => playerName(shared({ players }), seat)), ["Ada (you)", "Bob"]);
  assert.deepEqual([0, 1].map((seat) => playerName(shared({ players, you: [] }), seat)), ["Ada", "Bob"]);
  assert.ok(looksOn(shared({ you: [], owner: false })));
  assert.ok(!looksOn(table({ you: [] })), "who lets engines play is no stranger");
});

test("what has happened is told: who moved, what was taken back, who has come", () => {
  const now = table({ moves: ["1"], names: ["a"], turn: 1, to_move: "level" });
  assert.equal(news(table(), now, game), "yellow: a. Easy is thinking…");
  assert.equal(news(now, table(), game), "Taken back. Your turn: you are yellow.");
  assert.match(news(shared({ waiting: [1] }), shared(), game), /^Your opponent is here/);
});

test("a move is said in the board's words where it has some", () => {
  assert.equal(spoken(columns, game, { move: "1", name: "a" }), "a");
  assert.equal(spoken(columns, { ...game, gestures: { drop: gesture({ title: "Drop" }) } }, { move: "1", name: "a" }), "Drop 1-3");
});

test("only what this browser can ever do has a button", () => {
  assert.deepEqual(offered(table()), ["hint", "why", "undo", "redo", "flip", "resign", "new"]);
  assert.deepEqual(offered(shared()), ["undo", "flip", "draw", "resign", "new"]);
  assert.deepEqual(offered(shared({ ended: won })), ["flip", "new"]);
  assert.deepEqual(offered(shared({ you: [] })), ["flip", "new"]);
  assert.ok(offered(table({ ended: won })).includes("undo"));
});

test("what would do nothing now is known", () => {
  const can = enabled(table({ moves: ["1", "2"], redo: 1 }));
  assert.ok(can.undo && can.redo && can.hint && can.why);
  assert.ok(!enabled(table()).undo && !enabled(table()).redo);
  assert.ok(!enabled(table({ turn: 1, to_move: "level" })).hint);
  const asked = enabled(shared({ moves: ["1"], offers: { draw: 0, undo: 0 } }));
  assert.ok(!asked.draw && !asked.undo, "what was asked is not asked again");
  assert.ok(!enabled(shared({ waiting: [1] })).draw);
  assert.ok(isUnadvised(shared()) && !isUnadvised(shared({ ended: won })) && !isUnadvised(table()));
});

test("two buttons that would stand alone stand together", () => {
  assert.deepEqual(rows(["hint", "why", "flip", "new"]), [["hint", "why"], ["flip", "new"]]);
  assert.deepEqual(rows(["hint", "undo", "redo", "flip", "resign", "new"]),
    [["hint"], ["undo", "redo", "flip"], ["resign", "new"]]);
  assert.equal(rows(["hint", "why", "undo", "redo", "flip", "draw", "resign", "new"]).length, 3);
});

test("who is asked can say yes or no, who has asked can think better of it", () => {
  assert.equal(notice(shared()), null);
  assert.equal(notice(shared({ offers: { draw: 1, undo: null } }))?.yes, "draw");
  assert.equal(notice(shared({ offers: { draw: null, undo: 1 } }))?.yes, "undo");
  assert.deepEqual(notice(shared({ offers: { draw: 0, undo: null } })),
    { words: "You have offered a draw.", yes: null, no: "Withdraw", go: null });
  assert.equal(notice(shared({ offers: { draw: 1, undo: null }, you: [] })), null, "who looks on is not asked");
  assert.equal(notice(shared({ offers: { draw: 1, undo: null }, ended: won })), null);
  assert.equal(notice(shared({ offers: { draw: 0, undo: 1 } }))?.yes, "undo", "what the other asks comes first");
});

test("who has offered is told that it was declined, and may ask for the other thing", () => {
  const declined = { draw: null, undo: null, draw_declined: 0 };
  assert.equal(notice(shared({ offers: declined }))?.words, "Your draw offer was declined.");
  assert.equal(notice(shared({ offers: declined, you: [1] })), null, "who has declined knows it");
  const can = enabled(shared({ moves: ["1"], offers: declined }));
  assert.ok(can.undo && !can.draw);
});

test("a rematch is told of to everybody", () => {
  assert.equal(notice(shared({ ended: won, next: "n" }))?.words, "Your opponent wants a rematch.");
  assert.equal(notice(shared({ ended: won, next: "n", you: [] }))?.go, "n");
  assert.equal(notice(table({ ended: won, next: "n" }))?.words, "There is a rematch.");
});

test("looking back goes no further than the game", () => {
  assert.equal(step("before", 0, 5), 0);
  assert.equal(step("before", 3, 5), 2);
  assert.equal(step("after", 5, 5), 5);
  assert.equal(step("first", 3, 5), 0);
  assert.equal(step("last", 3, 5), 5);
  assert.equal(common(["a", "b", "c"], ["a", "b", "x", "c"]), 2);
  assert.equal(common([], ["a"]), 0);
});

test("the bar says in words who stands better", () => {
  assert.equal(standingWords(0.63, game), "Yellow stands better: 63%");
  assert.equal(standingWords(0.2, game), "Red stands better: 80%");
  assert.equal(standingWords(0.505, game), "Both stand equally well");
  assert.equal(standingWords(0.9, { ...game, seats: 1 }), "Best move: 90%");
});

test("effort and continuations are short", () => {
  assert.equal(effort({ depth: 9, nodes: 56_240 }), "depth 9 · 56.2K positions");
  assert.equal(effort({ depth: 0, nodes: 0 }), "");
  const moves = [..."abcdefghij"].map((name) => ({ move: name + name, name, at: null, seat: 0 }));
  assert.equal(continued(moves.slice(0, 2)), "a b");
  assert.equal(continued(moves, 3), "a b c …");
  assert.equal(paceWords(0.6, "en"), "0.6 sec");
});
