import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { pick, translate } from "../../src/damier/web/static/js/language.js";
import { address, route } from "../../src/damier/web/static/js/router.js";
import { fitting, middle, players, request, settle, usual } from "../../src/damier/web/static/js/setup.js";
import { scene } from "./scenes.js";

const STATIC = new URL("../../src/damier/web/static/", import.meta.url);

/** @type {import("../../src/damier/web/static/js/types.js").Game} */
const game = {
  key: "four", title: "Four", about: "", rules: [], seats: 2, seat_names: ["yellow", "red"],
  presets: [{ key: "7x6", title: "7x6" }, { key: "8x7", title: "8x7" }], options: [],
  levels: ["easy", "medium", "hard"].map((key) => ({ key, title: key, about: "" })),
  gestures: {}, example: scene(1, 1, "lines", []),
};

test("addresses and pages mean each other", () => {
  assert.deepEqual(route(""), { page: "start" });
  assert.deepEqual(route("#/play/connect4"), { page: "choose", game: "connect4" });
  assert.deepEqual(route(address({ page: "table", id: "a b/c" })).page, "table");
  assert.deepEqual(route(address({ page: "table", id: "x-1_é" })), { page: "table", id: "x-1_é" });
  assert.deepEqual(route("#/nonsense/x"), { page: "start" });
  assert.deepEqual(route("#/play/"), { page: "start" });
  assert.deepEqual(route("#/table/%E0%A4%A"), { page: "table", id: "%E0%A4%A" });
});

test("the first language that we speak is taken", () => {
  assert.equal(pick([null, "de-DE", "fr-CA", "en"]), "fr");
  assert.equal(pick(["es", "fr"]), "es");
  assert.equal(pick(["ja"]), "en");
});

test("holes are filled, numbers choose the form, unknown sentences are English", () => {
  const catalogue = { "{n} moves": { one: "{n} coup", other: "{n} coups" } };
  assert.equal(translate(catalogue, "fr", "{n} moves", { n: 0 }), "0 coup");
  assert.equal(translate(catalogue, "es", "{n} moves", { n: 0 }), "0 coups");
  assert.equal(translate(catalogue, "fr", "Play {game}", { game: "Go" }), "Play Go");
  assert.equal(translate(catalogue, "fr", "a {hole}"), "a {hole}");
});

/** Every sentence that the page says, and every kind that it has a word for. */
function sentences() {
  const files = readdirSync(new URL("js/", STATIC), { recursive: true, encoding: "utf8" });
  const sources = files.filter((name) => name.endsWith(".js")).map((name) => readFileSync(new URL(`js/${name}`, STATIC), "utf8"));
  const kinds = readFileSync(new URL("js/board/pieces.js", STATIC), "utf8").match(/const KINDS = \{([^]*?)\n\};/)?.[1] ?? "";
  return new Set([
    ...sources.flatMap((text) => [...text.matchAll(/\bsay\(\s*"([^"]+)"/g)].map((found) => found[1])),
    ...[...kinds.matchAll(/^ {2}(\w+)[:,]/gm)].map((found) => found[1]),
  ]);
}

for (const language of ["fr", "es"]) {
  test(`every sentence of the page is said in ${language}, and no other, with the same holes`, () => {
    const catalogue = JSON.parse(readFileSync(new URL(`locale/${language}.json`, STATIC), "utf8"));
    assert.deepEqual(Object.keys(catalogue).sort(), [...sentences()].sort());
    const holes = (/** @type {string} */ text) => (text.match(/\{\w+\}/g) ?? []).sort().join();
    for (const [sentence, entry] of Object.entries(catalogue)) {
      for (const form of typeof entry === "string" ? [entry] : Object.values(entry)) {
        assert.equal(holes(form), holes(sentence), sentence);
      }
    }
  });
}

test("a stranger plays the middle level on the usual board and begins", () => {
  assert.equal(middle(game, "7x6"), "medium");
  assert.deepEqual(request(game, usual(game), 0), { game: "four", setup: "7x6", players: ["person", "medium"] });
});

test("a board offers the levels that play on it", () => {
  const levels = game.levels.map((level) => ({ ...level, fits: level.key === "hard" ? ["8x7"] : ["7x6"] }));
  const picky = { ...game, levels };
  assert.deepEqual(fitting(picky, "8x7").map((level) => level.key), ["hard"]);
  assert.equal(fitting(picky, null).length, 3);
  assert.equal(usual(picky).level, "easy");
  assert.equal(settle(picky, { level: "easy", setup: "8x7" }).level, "hard");
});

test("a game for one has no opponent", () => {
  assert.deepEqual(players({ ...game, seats: 1 }, usual({ ...game, seats: 1 }), 0), ["person"]);
});

test("who begins sits first", () => {
  const choice = { ...usual(game), begins: /** @type {const} */ ("opponent") };
  assert.deepEqual(players(game, choice, 0), ["medium", "person"]);
  assert.deepEqual(players(game, { ...choice, begins: "chance" }, 0.2), ["person", "medium"]);
  assert.deepEqual(players(game, { ...choice, begins: "chance" }, 0.8), ["medium", "person"]);
  assert.deepEqual(players(game, { ...choice, mode: "people" }, 0), ["person", "person"]);
  assert.deepEqual(players(game, { ...choice, mode: "watch", second: "hard" }, 0), ["medium", "hard"]);
});

test("what is remembered is kept as far as the game still knows it", () => {
  assert.equal(settle(game, { level: "hard" }).level, "hard");
  assert.equal(settle(game, { level: "gone" }).level, "medium");
  assert.equal(settle(game, { setup: "99x99" }).setup, "7x6");
  const own = settle(game, { setup: null, options: { size: "5x5" } });
  assert.deepEqual(request(game, own, 0), { game: "four", options: { size: "5x5" }, players: ["person", "medium"] });
});
