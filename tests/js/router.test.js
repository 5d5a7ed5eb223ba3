import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { pick, translate } from "../../src/damier/web/static/js/language.js";
import { address, route } from "../../src/damier/web/static/js/router.js";

const STATIC = new URL("../../src/damier/web/static/", import.meta.url);

test("addresses and pages mean each other", () => {
  assert.deepEqual(route(""), { page: "start" });
  assert.deepEqual(route("#/play/connect4"), { page: "choose", game: "connect4" });
  assert.deepEqual(route(address({ page: "table", id: "a b/c" })).page, "table");
  assert.deepEqual(route(address({ page: "table", id: "x-1_é" })), { page: "table", id: "x-1_é" });
  assert.deepEqual(route("#/"), { page: "start" });
  assert.deepEqual(route("#main"), { page: "start" });
  assert.deepEqual(route("#/nonsense/x"), { page: "lost" });
  assert.deepEqual(route("#/play/"), { page: "lost" });
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
