/** What can be done at a table: which actions there are, and which of them do something now. Pure. */

/** @import { Table } from "../types.js" */

/** @typedef {"hint" | "why" | "undo" | "redo" | "flip" | "draw" | "resign" | "new"} Action */

/** Whether people from different places play: then nobody is advised before the end. @param {Table} table */
export function isUnadvised(table) {
  return table.shared && !table.ended;
}

/** Whether this browser may begin the same game again: it is over, and nobody has begun another yet. @param {Table} table */
export function canPlayAgain(table) {
  return table.ended !== null && (table.you.length > 0 || table.owner) && !table.next;
}

/**
 * Which actions a table has at all, for this browser; the others would only stand in the way.
 * @param {Table} table
 * @returns {Action[]}
 */
export function offered(table) {
  const sits = table.you.length > 0;
  const open = !table.ended;
  const back = sits && (open || !table.shared); // by link a finished game stays finished
  const people = table.players.filter((player) => player.kind === "person").length;
  const levels = table.players.length - people;
  /** @type {[Action, boolean][]} */
  const all = [
    ["hint", open && !table.shared], ["why", levels > 0 && !table.shared],
    ["undo", back], ["redo", back && !table.shared], ["flip", table.players.length > 1],
    ["draw", open && sits && people > 1 && levels === 0], ["resign", open && sits], ["new", true],
  ];
  return all.filter(([, there]) => there).map(([action]) => action);
}

/**
 * Which of them do something now.
 * @param {Table} table
 * @returns {Record<Action, boolean>}
 */
export function enabled(table) {
  const moved = table.moves.length > 0;
  const yours = table.you.includes(table.turn) && table.to_move === "person";
  const asked = (/** @type {number | null} */ seat) => seat !== null && table.you.includes(seat);
  const wasDeclined = (/** @type {number | null | undefined} */ seat) => typeof seat === "number";
  return {
    hint: yours || !table.you.length,
    why: moved,
    undo: moved && !asked(table.offers.undo) && !wasDeclined(table.offers.undo_declined),
    redo: table.redo > 0,
    flip: true,
    draw: !table.waiting.length && !asked(table.offers.draw) && !wasDeclined(table.offers.draw_declined),
    resign: true,
    new: true,
  };
}

/** What belongs together stands together. @type {Action[][]} */
const GROUPS = [["hint", "why"], ["undo", "redo", "flip"], ["draw", "resign", "new"]];

/**
 * The rows of buttons: two that would stand alone stand together.
 * @param {Action[]} actions
 * @returns {Action[][]}
 */
export function rows(actions) {
  /** @type {Action[][]} */
  const found = [];
  for (const group of GROUPS) {
    const there = group.filter((action) => actions.includes(action));
    const last = found.at(-1);
    if (last?.length === 1 && there.length === 1) last.push(...there);
    else found.push(there);
  }
  return found.filter((row) => row.length > 0);
}
