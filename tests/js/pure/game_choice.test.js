import assert from "node:assert/strict";
import { test } from "node:test";
import {
  board, firstAndMore, fitting, middle, modes, players, request, settle, timing, usual,
} from "../../../src/damier/web/static/js/pure/game_choice.js";
import { game } from "../scenes.js";

/** @import { Choice } from "../../../src/damier/web/static/js/pure/game_choice.js" */

const alone = { ...game, seats: 1, clocks: false };

/** @param {Partial<Choice>} part @returns {Choice} */
const chosen = (part) => ({ ...usual(game), ...part });

test("a stranger plays the middle level on the usual board, without a clock, and begins", () => {
  assert.equal(middle(game, "7x6"), "medium");
  assert.deepEqual(request(game, usual(game), 0), { game: "four", setup: "7x6", players: ["person", "medium"] });
});

test("a board offers the levels that play on it", () => {
  const levels = game.levels.map((level) => ({ ...level, fits: level.key === "hard" ? ["8x7"] : ["7x6"] }));
  const picky = { ...game, levels };
  assert.deepEqual(fitting(picky, "8x7").map((level) => level.key), ["hard"]);
  assert.equal(fitting(picky, null).length, 3);
  assert.deepEqual(fitting(picky, null, ["easy"]).map((level) => level.key), ["easy"]);
  assert.equal(usual(picky).level, "easy");
  assert.equal(settle(picky, { level: "easy", setup: "8x7" }).level, "hard");
  assert.equal(settle(picky, { level: "easy", setup: null }, ["medium"]).level, "medium");
});

test("a game for one has no opponent, and a board that no level plays is for people", () => {
  assert.deepEqual(players(alone, usual(alone), 0), ["person"]);
  assert.deepEqual(modes(alone, "7x6"), ["people", "watch"]);
  assert.deepEqual(modes(game, null, []), ["people", "link"]);
  assert.equal(settle(alone, { mode: "level" }).mode, "people");
  assert.equal(settle(game, { mode: "watch", setup: null }, []).mode, "people");
});

test("who begins sits first", () => {
  const choice = chosen({ begins: "opponent" });
  assert.deepEqual(players(game, choice, 0), ["medium", "person"]);
  assert.deepEqual(players(game, { ...choice, begins: "chance" }, 0.2), ["person", "medium"]);
  assert.deepEqual(players(game, { ...choice, begins: "chance" }, 0.8), ["medium", "person"]);
  assert.deepEqual(players(game, { ...choice, mode: "people" }, 0), ["person", "person"]);
  assert.deepEqual(players(game, { ...choice, mode: "watch", second: "hard" }, 0), ["medium", "hard"]);
});

test("two people by a link: one seat is this browser's, the other waits", () => {
  const asked = request(game, chosen({ mode: "link", begins: "opponent", clock: "3+2" }), 0);
  assert.deepEqual(asked.players, ["person", "person"]);
  assert.deepEqual(asked.yours, [1]);
  assert.deepEqual(asked.clock, { main: 180, increment: 2 });
  assert.deepEqual(request(game, chosen({ mode: "link", begins: "chance" }), 0.3).yours, [0]);
  assert.equal(request(game, chosen({ mode: "people" }), 0).yours, undefined);
});

test("clocks are for people who wait for each other", () => {
  assert.deepEqual(timing(game, chosen({ clock: "own", minutes: 7, seconds: 3 })), { main: 420, increment: 3 });
  assert.equal(timing(game, chosen({ clock: "none" })), null);
  assert.equal(timing(game, chosen({ clock: "5+0", mode: "watch" })), null);
  assert.equal(timing(alone, { ...usual(alone), clock: "5+0" }), null);
});

test("who watches says how fast", () => {
  assert.equal(request(game, chosen({ mode: "watch", pace: 1.5 }), 0).pace, 1.5);
  assert.equal(request(game, chosen({ pace: 1.5 }), 0).pace, undefined);
});

test("what is remembered is kept as far as the game still knows it", () => {
  assert.equal(settle(game, { level: "hard" }).level, "hard");
  assert.equal(settle(game, { level: "gone" }).level, "medium");
  assert.equal(settle(game, { setup: "99x99" }).setup, "7x6");
  const own = settle(game, { setup: null, options: { size: "5x5" } });
  assert.deepEqual(request(game, own, 0), { game: "four", options: { size: "5x5" }, players: ["person", "medium"] });
});

test("what goes with every board goes with one that has a name; the rest only with a board of one's own", () => {
  const named = chosen({ setup: "8x7", options: { size: "5x5" }, apart: { start: "safe" } });
  assert.deepEqual(board(named), { setup: "8x7", options: { start: "safe" } });
  assert.deepEqual(board({ ...named, apart: {} }), { setup: "8x7" });
  assert.deepEqual(board({ ...named, setup: null }), { options: { size: "5x5", start: "safe" } });
  assert.deepEqual(settle(game, named).apart, { start: "safe" });
});

test("nonsense in memory does no harm", () => {
  const kept = /** @type {any} */ ({ clock: "9+9", minutes: "x", seconds: -4, pace: 99, mode: "duel" });
  const { clock, minutes, seconds, pace, mode } = settle(game, kept);
  assert.deepEqual([clock, minutes, seconds, pace, mode], ["none", 10, 0, 3, "level"]);
});

test("of many levels a few are offered at once", () => {
  const many = [..."abcdefgh"].map((key, at) => ({ key, title: key, about: "", extra: at % 2 === 1 }));
  const [first, more] = firstAndMore(many);
  assert.equal(first.map((level) => level.key).join(""), "acegh"); // the strongest is not hidden
  assert.equal(more.map((level) => level.key).join(""), "bdf");
  assert.deepEqual(firstAndMore(many.slice(0, 6)), [many.slice(0, 6), []]);
});
