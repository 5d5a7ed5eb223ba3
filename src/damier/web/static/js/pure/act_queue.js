/** What a person has done at a table and the server has not yet: which acts are sent, wait, or are void. Pure. */
import { resolve } from "../board/gesture.js";
import { offers } from "../board/lattice.js";

/** @import { At, Gestures, Table } from "../types.js" */
/** @import { Wish } from "../board/gesture.js" */

/** @typedef {"undo" | "redo" | "resign" | "draw" | "decline"} OtherAct */

/**
 * @typedef {{what: "move", move: string, at: At, gesture: string}} Move
 * @typedef {{what: "click", wish: Wish, planned: boolean}} ClickOnWhatComes
 *   A click on what the board will show once the acts before it are done; *planned* if the turn was somebody else's.
 * @typedef {Move | ClickOnWhatComes | {what: OtherAct}} Deed
 * @typedef {Deed & {number: number}} Act  What was done, numbered in the order in which this page has done it.
 */

/** How many acts are sent together: the server takes no more. */
export const MOST_TOGETHER = 50;

/** How many may wait: who clicks on beyond that is told that they do. */
export const MOST_WAITING = 200;

/** Whether this browser moves next. @param {Table} table */
export function isTurn(table) {
  return table.you.includes(table.turn) && table.to_move === "person" && !table.ended && !table.waiting.length;
}

/** Whether an act needs the turn. @param {Act | undefined} act */
export const isMove = (act) => act?.what === "move" || act?.what === "click";

/**
 * What is left to do, once a table tells how far the acts of *page* are done.
 * @param {Act[]} acts
 * @param {Table} table
 * @param {string} page
 * @returns {Act[]}
 */
export function undone(acts, table, page) {
  const done = table.done_acts?.[page] ?? 0;
  return acts.some((act) => act.number <= done) ? acts.filter((act) => act.number > done) : acts;
}

/**
 * The acts that can be sent now. A move waits for its turn; a click waits until it is known what was clicked on.
 * What follows the first one goes along: whether its turn has come then is for the server to say.
 * @param {Act[]} acts
 * @param {Table} table
 * @returns {Act[]}
 */
export function sendable(acts, table) {
  if (acts[0]?.what === "move" && !isTurn(table)) return [];
  const end = acts.findIndex((act) => act.what === "click");
  return acts.slice(0, Math.min(MOST_TOGETHER, end < 0 ? acts.length : end));
}

/**
 * What becomes of the acts when all before them are done and the table is known: a click means a move there, or
 * nothing; a move that is no longer offered is void, with whatever followed, and so is any after the end. Alone,
 * what one's own clicks have done meanwhile is only passed over: a cell that the click before has opened.
 * @param {Act[]} acts
 * @param {Table} table
 * @param {Gestures} gestures
 * @returns {{acts: Act[], void: Act | null}}
 */
export function settle(acts, table, gestures) {
  const [first, ...rest] = acts;
  const alone = table.players.length === 1;
  if (first && isMove(first) && table.ended) return { acts: [], void: first };
  if (!first || !isMove(first) || !isTurn(table)) return { acts, void: null };
  if (first.what === "click") {
    const aim = resolve(table.scene, gestures, first.wish);
    if (aim) return { acts: [{ what: "move", ...aim, number: first.number }, ...rest], void: null };
    return first.planned && !alone ? { acts: [], void: first } : settle(rest, table, gestures); // a click on nothing
  }
  if (first.what === "move" && !offers(table.scene).has(first.move)) {
    return alone ? settle(rest, table, gestures) : { acts: [], void: first };
  }
  return { acts, void: null };
}

/**
 * Whether an act that was sent for *before* still means the same *now*, though something has happened between.
 * @param {Act} act
 * @param {Table} before
 * @param {Table} now
 */
export function stillMeant(act, before, now) {
  if (isMove(act)) return true; // if it is still offered
  if (now.ended) return false;
  if (act.what === "resign") return true;
  // An engine has answered while its opponent took the move back: both moves go.
  const answered = before.to_move === "level" && before.moves.every((move, i) => now.moves[i] === move);
  return act.what === "undo" && answered && !now.shared;
}

/** How many acts wait for somebody else to move. @param {Act[]} acts @param {Table} table */
export function planned(acts, table) {
  return isTurn(table) || !isMove(acts[0]) ? 0 : acts.length;
}
