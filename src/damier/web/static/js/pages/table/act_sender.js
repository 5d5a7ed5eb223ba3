/** Sends what is done at a table: in order, without waiting for answers between clicks, and once. */
import * as api from "../../api.js";
import { toast } from "../../dom.js";
import { say } from "../../language.js";
import { MOST_WAITING, isMove, planned, sendable, settle, stillMeant, undone } from "../../pure/act_queue.js";

/** @import { Gestures, Table } from "../../types.js" */
/** @import { Act, Deed } from "../../pure/act_queue.js" */

/** Until a lost connection is tried again, in milliseconds: at first, and at most. */
const [SOON, LATE] = [500, 8000];

/** Answers after which the same may be asked again: no connection, and a server that is busy or away. */
const TRANSIENT = new Set([0, 408, 429, 502, 503, 504]);

/** A name that no other page has. */
const randomName = () => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class ActSender {
  /**
   * @param {Table} table
   * @param {Gestures} gestures
   * @param {(table: Table) => void} heard  a newer table has come with an answer
   * @param {() => void} changed  what waits is another, or the connection is
   */
  constructor(table, gestures, heard, changed) {
    /** The newest that is known; acts are sent for its version. */
    this.table = table;
    this.gestures = gestures;
    this.heard = heard;
    this.changed = changed;
    this.page = randomName();
    /** What is not done yet, in order; never changed in place. @type {Act[]} */
    this.acts = [];
    this.counted = 0;
    /** Whether an answer is awaited. */
    this.sending = false;
    /** Whether the server could not be reached. */
    this.lost = false;
    this.pause = SOON;
    this.timer = 0;
    this.left = false;
    this.warn = (/** @type {Event} */ event) => this.acts.length && event.preventDefault();
    this.retry = () => this.timer && this.send();
    window.addEventListener("beforeunload", this.warn);
    window.addEventListener("online", this.retry);
  }

  /** How many acts wait for somebody else to move. */
  get planned() {
    return this.sending ? 0 : planned(this.acts, this.table);
  }

  /** @param {Deed} deed */
  add(deed) {
    if (this.acts.length >= MOST_WAITING) return toast(say("So much waits already: wait for the server."));
    this.counted += 1;
    this.keep([...this.acts, { ...deed, number: this.counted }]);
    this.send();
  }

  /** Give up what waits for somebody else to move: the last of it, or all. @param {boolean} [all] */
  cancel(all = false) {
    this.keep(all ? [] : this.acts.slice(0, -1));
  }

  /** @param {Act[]} acts */
  keep(acts) {
    if (acts === this.acts) return;
    this.acts = acts;
    this.changed();
    if (this.left && !acts.length) this.leave();
  }

  /** A newer table, whoever has told of it. @param {Table} table */
  news(table) {
    this.table = table;
    this.acts = undone(this.acts, table, this.page);
    if (!this.timer || this.lost) this.send();
  }

  /** Send what can be sent, until nothing can be. */
  async send() {
    if (this.sending) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const settled = settle(this.acts, this.table, this.gestures);
    const more = this.acts.length > 1;
    this.keep(settled.acts);
    if (settled.void) toast(this.table.ended ? say("The game is over: what you did after that is undone.")
      : more ? say("The move that waited is no longer possible. What you did after that is undone.")
      : say("The move that waited is no longer possible."));
    const [list, on] = [sendable(this.acts, this.table), this.table];
    if (!list.length) return;
    this.sending = true;
    const again = await this.ask(list, on);
    this.sending = false;
    if (again === null) this.send();
    else this.timer = window.setTimeout(() => this.send(), again);
    this.changed();
  }

  /**
   * @param {Act[]} list
   * @param {Table} on
   * @returns {Promise<number | null>} in how many milliseconds to try again; null: it was answered
   */
  async ask(list, on) {
    const words = list.map((act) => ({ number: act.number, what: act.what, ...(act.what === "move" ? { move: act.move } : {}) }));
    try {
      const answer = await api.perform(on, this.page, words);
      [this.lost, this.pause] = [false, SOON];
      this.hear(answer, list, on);
      return null;
    } catch (problem) {
      return this.fail(problem instanceof api.Refused ? problem : new api.Refused(500, String(problem)));
    }
  }

  /** @param {{table: Table, refused: string | null}} answer @param {Act[]} list @param {Table} on */
  hear({ table, refused }, list, on) {
    const left = undone(this.acts, table, this.page);
    const isStale = table.version !== on.version && undone(list, table, this.page) === list;
    if (refused !== null) this.refuse(refused, left.length - 1);
    else if (isStale && !stillMeant(list[0], on, table)) this.refuse(say("The game went on meanwhile: look again."), 0);
    else this.keep(left);
    this.heard(table);
  }

  /** Take back what was shown and is not done. @param {string} why @param {number} more  acts that followed */
  refuse(why, more) {
    this.keep([]);
    toast(more > 0 ? say("{problem}. What you did after that is undone.", { problem: why }) : why);
  }

  /** @param {api.Refused} problem @returns {number | null} */
  fail(problem) {
    if (!TRANSIENT.has(problem.status)) {
      this.refuse(problem.message, 0);
      return null;
    }
    if (problem.status === 0) this.lost = true;
    else if (this.pause === SOON) toast(problem.message);
    const wait = Math.max(this.pause, problem.after * 1000);
    this.pause = Math.min(2 * this.pause, LATE);
    return wait;
  }

  /** The page is left: what was done is still sent, and what waits for somebody else is given up. */
  leave() {
    this.left = true;
    this.heard = (/** @type {Table} */ table) => this.news(table);
    this.changed = () => {};
    if (this.planned) this.acts = [];
    if (this.acts.length) return;
    window.removeEventListener("beforeunload", this.warn);
    window.removeEventListener("online", this.retry);
  }
}

/** Whether the last act could be given up without the server. @param {ActSender} sender */
export const canCancel = (sender) => sender.planned > 0 && isMove(sender.acts.at(-1));
