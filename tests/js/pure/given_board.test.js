import assert from "node:assert/strict";
import { test } from "node:test";
import { board } from "../../../src/damier/web/static/js/pure/game_choice.js";
import { givenBoard } from "../../../src/damier/web/static/js/pure/given_board.js";
import { game } from "../scenes.js";

const field = {
  ...game,
  presets: [{ key: "expert", title: "Expert" }],
  options: [
    { name: "size", about: "", kind: /** @type {const} */ ("size"), usual: "9x9" },
    { name: "no_guess", about: "", kind: /** @type {const} */ ("switch"), apart: true, usual: 0 },
  ],
};

/** @param {Record<string, string>} query */
const link = (query) => `#/play/mines?${new URLSearchParams(query)}`;

test("a link gives a board: a name or its size, what goes with it, the seed to the last digit and the first move", () => {
  const seed = "137418041370338203620946820607354931877";
  const given = givenBoard(field, link({ board: "expert no_guess=1", seed, first: "d4,4" }));
  assert.deepEqual(given?.more, { seed, moves: ["d4,4"] });
  assert.deepEqual(given && board(/** @type {any} */ (given.choice)), { setup: "expert", options: { no_guess: "1" } });
  const own = givenBoard(field, link({ board: "size=20x12 no_guess=1", seed: "7", first: "d1,1" }));
  assert.deepEqual(own?.choice, { mode: "people", setup: null, options: { size: "20x12" }, apart: { no_guess: "1" } });
});

test("a link that gives no board that the game can have gives none", () => {
  const whole = { board: "expert", seed: "7", first: "d1,1" };
  for (const wrong of [{}, { ...whole, seed: "x" }, { ...whole, seed: "" }, { ...whole, board: "huge" }, { ...whole, board: "walls=3" }, { ...whole, first: "" }]) {
    assert.equal(givenBoard(field, link(wrong)), null);
  }
  assert.equal(givenBoard(field, "#/play/mines"), null);
});
