/** The clocks of the players, which run on between two messages of the server; fetched for tables that have some. */
import { announce, el } from "../../dom.js";
import { say } from "../../language.js";
import { callAt, clockWords, leftAt, nextTick } from "../../pure/clock_time.js";

/** @import { Table } from "../../types.js" */

/** Below so many seconds a clock looks urgent. */
const LOW = 20;

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
