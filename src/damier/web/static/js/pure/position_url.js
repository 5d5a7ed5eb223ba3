/** A position as an address gives it, as a person types it, and as the server takes it. Pure. */
import { route } from "../router.js";

/** @import { Game, NewPosition } from "../types.js" */
/** @typedef {Record<string, string>} PositionQuery  What stands after the question mark of an address. */

/** What is no option of the game. */
const OWN = ["moves", "position", "setup"];

/**
 * The moves that a person typed: spaces, commas and new lines stand between them, and numbers of moves
 * before them are left out.
 * @param {string} text
 * @param {boolean} commas  whether moves hold commas themselves, as d7,1 does
 * @returns {string[]}
 */
export function readMoves(text, commas) {
  const words = commas ? text.split(/[\s;]+/).map((word) => word.replace(/^,+|,+$/g, "")) : text.split(/[\s,;]+/);
  return words.filter((word) => word && !/^\d+\.+$/.test(word));
}

/**
 * Moves in an address: 4,4,5. Where a move holds a comma each is followed by a space, even the only one:
 * that is how they are told apart.
 * @param {string[]} moves
 */
export function writeMoves(moves) {
  return moves.some((move) => move.includes(",")) ? moves.map((move) => `${move} `).join("") : moves.join(",");
}

/** @param {string} text */
export function movesIn(text) {
  return readMoves(text, /\s/.test(text));
}

/**
 * The position of a table as an address gives it. What is hidden cannot be played again: there it is a line of text.
 * @param {Game} game
 * @param {{options: Record<string, string | number>, moves: string[], position: string, start?: string | null}} table
 * @returns {PositionQuery}
 */
export function queryOf(game, { options, moves, position, start }) {
  if (game.hidden) return { position };
  const chosen = start ? [["position", start]] : Object.entries(options).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(chosen), ...(moves.length ? { moves: writeMoves(moves) } : {}) };
}

/**
 * What the server is asked for.
 * @param {Game} game
 * @param {PositionQuery} query
 * @returns {NewPosition}
 */
export function startOf(game, query) {
  const moves = movesIn(query.moves ?? "");
  const rest = moves.length ? { game: game.key, moves } : { game: game.key };
  if (query.position !== undefined) return { ...rest, position: query.position };
  const options = Object.fromEntries(Object.entries(query)
    .filter(([name]) => !OWN.includes(name))
    .map(([name, value]) => [name, isWhole(game, name) ? Number(value) : value]));
  return {
    ...rest,
    ...(query.setup ? { setup: query.setup } : {}),
    ...(Object.keys(options).length ? { options } : {}),
  };
}

/** @param {Game} game @param {string} name */
function isWhole(game, name) {
  return game.options.some((option) => option.name === name && option.kind === "whole");
}

/**
 * The same position with another list of moves.
 * @param {PositionQuery} query
 * @param {string[]} moves
 * @returns {PositionQuery}
 */
export function withMoves(query, moves) {
  const { moves: _, ...rest } = query;
  return moves.length ? { ...rest, moves: writeMoves(moves) } : rest;
}

/**
 * Which page of ours a pasted link means; nothing if it is none.
 * @param {string} text
 */
export function linkIn(text) {
  const hash = /#\/\S+/.exec(text.trim());
  const to = hash ? route(hash[0]) : null;
  return to && to.page !== "start" ? to : null;
}
