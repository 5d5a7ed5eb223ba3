import assert from "node:assert/strict";
import { test } from "node:test";
import {
  queryOf, linkIn, movesIn, readMoves, startOf, withMoves, writeMoves,
} from "../../../src/damier/web/static/js/pure/position_url.js";
import { seated } from "../../../src/damier/web/static/js/shared/play_from_here.js";
import { address, route } from "../../../src/damier/web/static/js/router.js";
import { game as four } from "../scenes.js";

/** @type {import("../../../src/damier/web/static/js/types.js").Game} */
const game = {
  ...four,
  options: [
    { name: "size", about: "", kind: "size", low: null, high: null, values: null, usual: "7x6" },
    { name: "walls", about: "", kind: "whole", low: 0, high: 20, values: null, usual: 10 },
  ],
};

test("spaces, commas, new lines and numbers of moves stand between moves", () => {
  assert.deepEqual(readMoves(" 4, 4,5;\n 6\t7 ", false), ["4", "4", "5", "6", "7"]);
  assert.deepEqual(readMoves("1. e2 e8 2. e3h", false), ["e2", "e8", "e3h"]);
  assert.deepEqual(readMoves("", false), []);
});

test("moves that hold commas are told apart by spaces", () => {
  assert.deepEqual(readMoves("d7,1, f2,3\nd1,1", true), ["d7,1", "f2,3", "d1,1"]);
  for (const moves of [["4", "4", "5"], ["4"], ["d7,1"], ["d7,1", "f2,3"], []]) {
    assert.deepEqual(movesIn(writeMoves(moves)), moves);
  }
});

test("an address keeps moves, board and text, and gives them back", () => {
  const table = { options: { size: "5x5", walls: 3 }, moves: ["c2", "c4"], position: "text" };
  const query = queryOf(game, table);
  const to = route(address({ page: "position", game: "four", query }));
  assert.deepEqual(to, { page: "position", game: "four", query });
  assert.deepEqual(startOf(game, query), { game: "four", options: { size: "5x5", walls: 3 }, moves: ["c2", "c4"] });
  const text = { position: "5x5 a1,b2 #&?=+ %" };
  assert.deepEqual(route(address({ page: "position", game: "four", query: text })), { page: "position", game: "four", query: text });
});

test("a table that began with a position is that position and the moves since", () => {
  const table = { options: { size: "5x5" }, moves: ["c2"], position: "after", start: "before" };
  assert.deepEqual(queryOf(game, table), { position: "before", moves: "c2" });
  assert.deepEqual(startOf(game, queryOf(game, table)), { game: "four", position: "before", moves: ["c2"] });
});

test("what is hidden is a line of text", () => {
  const table = { options: { size: "9x9" }, moves: ["d1,1"], position: "..1" };
  assert.deepEqual(queryOf({ ...game, hidden: true }, table), { position: "..1" });
});

test("a line of text or a setup is asked for as it is, with moves after it", () => {
  assert.deepEqual(startOf(game, {}), { game: "four" });
  assert.deepEqual(startOf(game, { position: "x", moves: "1,2" }), { game: "four", position: "x", moves: ["1", "2"] });
  assert.deepEqual(startOf(game, { setup: "8x7" }), { game: "four", setup: "8x7" });
  assert.deepEqual(withMoves({ setup: "8x7", moves: "1" }, ["1", "2"]), { setup: "8x7", moves: "1,2" });
  assert.deepEqual(withMoves({ setup: "8x7", moves: "1" }, []), { setup: "8x7" });
});

test("a pasted link is found in what surrounds it", () => {
  assert.deepEqual(linkIn(" look: http://x/y/#/table/abc "), { page: "table", id: "abc" });
  assert.deepEqual(linkIn("https://x/#/review/abc"), { page: "review", id: "abc" });
  assert.equal(linkIn("https://x/#/"), null);
  assert.equal(linkIn("4 4 5"), null);
});

test("a person takes the seat whose turn it is", () => {
  assert.deepEqual(seated(2, 1, "hard"), ["hard", "person"]);
  assert.deepEqual(seated(2, 0, "hard"), ["person", "hard"]);
  assert.deepEqual(seated(2, 0, "people"), ["person", "person"]);
});
