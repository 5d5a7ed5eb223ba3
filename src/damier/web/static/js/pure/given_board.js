/** A board that a link gives: "#/play/minesweeper?board=expert+no_guess%3D1&seed=42&first=d4%2C4". Pure. */

/** @import { Choice } from "./game_choice.js" */
/** @import { Game } from "../types.js" */

/**
 * @typedef {object} GivenBoard
 * @property {string} key  By what results on it would be remembered.
 * @property {Pick<Choice, "mode" | "setup" | "options" | "apart">} choice
 * @property {{seed: string, moves: string[]}} more  What lays the mines.
 */

/**
 * The board of a link; null where it gives none that the game can have.
 * @param {Game} game
 * @param {string} hash
 * @returns {GivenBoard | null}
 */
export function givenBoard(game, hash) {
  const query = new URLSearchParams(hash.split("?")[1] ?? "");
  const [key, seed, first] = ["board", "seed", "first"].map((name) => query.get(name) ?? "");
  if (!key || !/^\d{1,39}$/.test(seed) || !first) return null;
  const [named, ...rest] = key.split(" ");
  const setup = game.presets.find((preset) => preset.key === named)?.key ?? null;
  /** @type {Record<string, string>[]} */
  const [options, apart] = [{}, {}];
  for (const part of setup === null ? [named, ...rest] : rest) {
    const [name, value] = part.split("=");
    const option = game.options.find((one) => one.name === name);
    if (!option || !value) return null;
    (option.apart ? apart : options)[name] = value;
  }
  return { key, choice: { mode: "people", setup, options, apart }, more: { seed, moves: [first] } };
}
