/** The time on a clock: how much is left, how it is written, and when it is called out. Pure but for the language. */
import { language } from "../language.js";

/** @import { Clock } from "../types.js" */

/** When a player is told how many seconds are left: once each. */
const CALLS = [60, 30, 10];
/** Below so many seconds tenths are shown. */
const TENTHS = 10;

/**
 * Time as a clock shows it: "1:05:00", "4:59", "9.4".
 * @param {number} seconds
 * @param {string} [code]
 */
export function clockWords(seconds, code = language()) {
  const left = Math.max(0, seconds);
  if (left < TENTHS) {
    const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return new Intl.NumberFormat(code, tenths).format(Math.min(9.9, Math.ceil(left * 10) / 10));
  }
  const whole = Math.ceil(left);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * What a seat has left at *now*, of a clock that was sent at *since*; both in milliseconds of one steady watch.
 * @param {Clock} clock
 * @param {number} seat
 * @param {number} turn
 * @param {number} since
 * @param {number} now
 */
export function leftAt(clock, seat, turn, since, now) {
  const spent = clock.running && seat === turn ? (now - since) / 1000 : 0;
  return Math.max(0, clock.left[seat] - spent);
}

/**
 * How long what is shown stays true, in milliseconds.
 * @param {number} left
 */
export function nextTick(left) {
  const unit = left <= TENTHS ? 0.1 : 1;
  const part = left % unit;
  return 1000 * (part < 0.005 ? unit : part) + 5;
}

/**
 * The call that is due, if one is: of several that were passed at once, the last.
 * @param {number} left
 * @param {Set<number>} said  grows by what has been passed
 */
export function callAt(left, said) {
  const due = CALLS.filter((call) => left <= call && !said.has(call));
  for (const call of due) said.add(call);
  return due.at(-1) ?? null;
}
