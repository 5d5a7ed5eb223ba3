/** How well somebody plays alone: the figures of a game, and what is remembered of each board. Pure but for the language. */
import { language } from "../language.js";

/** @import { Table } from "../types.js" */

/**
 * @typedef {object} BoardResults  What is remembered of the games on one board.
 * @property {number} played
 * @property {number} won
 * @property {number} streak  Games won in a row until now.
 * @property {number} longest
 * @property {number | null} best  The fastest win, in seconds.
 * @property {number | null} rate  The best 3BV a second.
 * @property {string} last  The table that was counted last: two windows may see the same end.
 */

/** @typedef {"taken back" | "helped" | "untimed"} Excuse  Why a game does not count. */

/** @type {BoardResults} */
export const NO_RESULTS = { played: 0, won: 0, streak: 0, longest: 0, best: null, rate: null, last: "" };

/**
 * Of a game that is over: 3BV is what the board needed at least; how fast and with how few clicks is said of a win alone.
 * @param {Table} table
 */
export function figures({ solo, ended, moves }) {
  const [seconds, needed] = [solo?.seconds ?? null, solo?.needed ?? null];
  const won = ended?.points[0] === 1;
  return {
    needed,
    rate: won && needed && seconds ? needed / seconds : null,
    efficiency: won && needed && moves.length ? needed / moves.length : null,
  };
}

/** @param {Table} table @param {boolean} helped @returns {Excuse | null} */
export function excuse(table, helped) {
  if (table.practice) return "taken back";
  if (helped) return "helped";
  return table.solo?.seconds === null ? "untimed" : null;
}

/**
 * The results with one more game, which is over and counts.
 * @param {BoardResults} before
 * @param {Table} table
 * @returns {BoardResults}
 */
export function withGame(before, table) {
  if (before.last === table.id) return before;
  const won = table.ended?.points[0] === 1;
  const streak = won ? before.streak + 1 : 0;
  const { rate } = figures(table);
  const seconds = table.solo?.seconds ?? null;
  const isFaster = won && seconds !== null && (before.best === null || seconds < before.best);
  return {
    played: before.played + 1,
    won: before.won + (won ? 1 : 0),
    streak,
    longest: Math.max(before.longest, streak),
    best: isFaster ? seconds : before.best,
    rate: rate !== null && rate > (before.rate ?? 0) ? rate : before.rate,
    last: table.id,
  };
}

/**
 * Time as a stopwatch shows it: "0:07", "1:02:07", with tenths "0:07.4".
 * @param {number} seconds
 * @param {boolean} [tenths]
 * @param {string} [code]
 */
export function stopwatch(seconds, tenths = false, code = language()) {
  const whole = Math.floor(tenths ? Math.round(seconds * 10) / 10 : seconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const clock = hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  if (!tenths) return clock;
  const part = new Intl.NumberFormat(code, { minimumFractionDigits: 1 }).format((Math.round(seconds * 10) % 10) / 10);
  return `${clock}${part.slice(1)}`;
}
