import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneAt } from "../../../src/damier/web/static/js/pages/start/demo_boards.js";
import { opponents } from "../../../src/damier/web/static/js/pages/archive/filters.js";
import { capital, company, odds, percent, when } from "../../../src/damier/web/static/js/pure/formatting.js";
import { game } from "../scenes.js";

const NOW = 1_800_000_000;

test("what was lately is told by how long ago it was, what was long ago by its day", () => {
  assert.equal(when(NOW - 5, NOW, "en"), "now");
  assert.equal(when(NOW + 5, NOW, "en"), "now");
  assert.equal(when(NOW - 61, NOW, "en"), "1 minute ago");
  assert.equal(when(NOW - 2 * 3600, NOW, "fr"), "il y a 2 heures");
  assert.equal(when(NOW - 86_400, NOW, "es"), "ayer");
  assert.match(when(NOW - 30 * 86_400, NOW, "en"), /2026|2027/);
});

test("shares and first letters", () => {
  assert.equal(percent(0.374, "en"), "37%");
  assert.match(percent(0.374, "fr"), /^37\s%$/);
  assert.equal(capital("élan"), "Élan");
  assert.equal(capital(""), "");
  assert.equal(capital("d3 blocks the four"), "d3 blocks the four");
  assert.equal(capital("aa16 is a mine"), "aa16 is a mine");
});

test("a chance is told as the players of the game count", () => {
  const told = (/** @type {number} */ chance, risk = true, code = "en") => odds({ risk }, chance, code);
  assert.deepEqual([1, 0.66, 0].map((chance) => told(chance)), ["0%", "34%", "100%"]);
  assert.deepEqual([1, 0.66, 0].map((chance) => told(chance, false)), ["100%", "66%", "0%"]);
  assert.deepEqual([0.999, 0.001].map((chance) => told(chance)), ["<1%", ">99%"], "not what would be certain");
  assert.equal(told(0.63, false, "fr"), "63\u202f%", "as the server writes it");
  assert.equal(told(0.63, false, "es"), "63\u00a0%");
});

/** @param {string} kind @param {string} title */
const player = (kind, title) => ({ seat: 0, name: title, kind: /** @type {"person" | "level"} */ (kind), title });

test("who plays with whom", () => {
  const tell = (/** @type {ReturnType<typeof player>[]} */ players, shared = false) => company({ players, shared });
  assert.equal(tell([player("person", "X"), player("level", "Hard")]), "against Hard");
  assert.equal(tell([player("level", "Easy"), player("level", "Hard")]), "Easy – Hard");
  assert.equal(tell([player("person", "X")]), "on your own");
  assert.equal(tell([player("person", "X"), player("person", "O")]), "two people");
  assert.equal(tell([player("person", "X"), player("person", "O")], true), "two people, by link");
  const named = [{ ...player("person", "X"), nickname: "Ada" }, { ...player("person", "O"), seat: 1, nickname: null }];
  assert.equal(company({ players: named, shared: true, you: [1] }), "against Ada");
  assert.equal(company({ players: named, shared: true, you: [] }), "Ada – Person");
});

test("a demo goes through its scenes, rests at the end and begins again", () => {
  const seen = [...Array(8).keys()].map((step) => sceneAt(step, 3));
  assert.deepEqual(seen, [0, 1, 2, 2, 2, 2, 2, 0]);
});

test("opponents are those of the game, or of every game once", () => {
  const other = { ...game, key: "other", levels: [{ key: "easy", title: "Easy", about: "" }, { key: "only", title: "Only", about: "" }] };
  assert.deepEqual(opponents([game, other], "other").map(([key]) => key), ["easy", "only"]);
  assert.deepEqual(opponents([game, other], "").map(([key]) => key), ["easy", "medium", "hard", "only"]);
});
