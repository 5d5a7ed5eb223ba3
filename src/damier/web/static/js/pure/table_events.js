/** What has happened between two states of a table, whatever the game. Pure. */
import { byPlace, key } from "../board/lattice.js";
import { slides } from "../board/motion.js";

/** @import { Scene, Table } from "../types.js" */

/** @typedef {"move" | "capture" | "end"} TableEvent */

/**
 * @param {Table} before
 * @param {Table} now
 * @returns {TableEvent | null}  nothing where moves were taken back
 */
export function happened(before, now) {
  if (now.ended) return before.ended ? null : "end";
  const made = now.moves.length - before.moves.length;
  if (made < 1) return null;
  return made === 1 && hasCaptured(before.scene, now.scene, now.last, before.turn) ? "capture" : "move";
}

/**
 * Whether a move won more than the place where it was made, such as a box, or took a piece of the other.
 * @param {Scene} before
 * @param {Scene} now
 * @param {Table["last"]} last  where the move was made
 * @param {number} mover
 */
export function hasCaptured(before, now, last, mover) {
  const [old, fresh] = [byPlace(before), byPlace(now)];
  const slid = slides(before, now);
  const won = now.marks.some(({ at, seat }) =>
    seat !== null && String(at) !== String(last) && old.get(key(at))?.seat !== seat && !slid.has(key(at)));
  const taken = before.marks.some(({ at, seat }) =>
    seat !== null && seat !== mover && fresh.get(key(at))?.seat !== seat);
  return won || taken;
}
