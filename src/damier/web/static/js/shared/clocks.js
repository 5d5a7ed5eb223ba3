/** The clocks of the players, which run on between two messages of the server. */
import { announce, el } from "../dom.js";
import { language, say } from "../language.js";

/** @import { Clock, Table } from "../types.js" */

/** When a player is told how many seconds are left: once each. */
const CALLS = [60, 30, 10];
/** Below so many seconds a clock looks urgent. */
const LOW = 20;
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

export class Clocks {
  constructor() {
    /** @type {Table | null} */
    this.table = null;
    this.since = 0;
    this.timer = 0;
    /** @type {Map<number, HTMLElement>} */
    this.nodes = new Map();
    /** @type {Map<number, Set<number>>} */
    this.said = new Map();
  }

  leave() {
    clearTimeout(this.timer);
  }

  /** A state has just come from the server. @param {Table} table */
  show(table) {
    const first = this.table === null;
    this.table = table;
    this.since = performance.now();
    if (!table.clock) return;
    for (const seat of table.clock.left.keys()) {
      const node = this.nodes.get(seat) ?? el("span", { class: "clock", role: "timer", "aria-live": "off" });
      this.nodes.set(seat, node);
      // Who comes back with 20 seconds left need not be told of 60.
      if (first) this.calls(seat, table.clock.left[seat]);
    }
    this.draw();
  }

  /** @param {number} seat @returns {HTMLElement | null} */
  node(seat) {
    return this.table?.clock ? this.nodes.get(seat) ?? null : null;
  }

  /** @param {number} seat @param {number} left */
  calls(seat, left) {
    const said = this.said.get(seat) ?? new Set();
    this.said.set(seat, said);
    return callAt(left, said);
  }

  draw() {
    clearTimeout(this.timer);
    const { table, since } = this;
    if (!table?.clock) return;
    const { clock, turn } = table;
    for (const [seat, node] of this.nodes) {
      const left = leftAt(clock, seat, turn, since, performance.now());
      const words = clockWords(left);
      if (node.textContent !== words) node.textContent = words;
      node.setAttribute("aria-label", say("Time left: {time}", { time: words }));
      node.classList.toggle("running", clock.running && seat === turn);
      node.classList.toggle("low", left < LOW && !table.ended);
      if (clock.running && seat === turn) this.goOn(seat, left);
    }
  }

  /** @param {number} seat @param {number} left */
  goOn(seat, left) {
    const call = this.calls(seat, left);
    if (call !== null && this.table?.you.includes(seat)) announce(say("{n} seconds left", { n: call }));
    if (left > 0) this.timer = window.setTimeout(() => this.draw(), nextTick(left));
  }
}
