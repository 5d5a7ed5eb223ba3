/** Looking back in a game: which moment is shown, and the buttons that lead there. */
import * as api from "../api.js";
import { announce, draw, el, fill, toast } from "../dom.js";
import { say } from "../language.js";
import { common } from "./move_list.js";

/** @import { Ply } from "../types.js" */
/** @typedef {{id: string, moves: string[]}} Source  A game that goes on, or one that is over. */

/** @typedef {"first" | "before" | "after" | "last"} Way */

/** Which way a key leads. @type {Record<string, Way>} */
const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

/**
 * Where a step leads from the moment after *ply* of *total* moves.
 * @param {Way} way
 * @param {number} ply
 * @param {number} total
 */
export function step(way, ply, total) {
  if (way === "first") return 0;
  if (way === "last") return total;
  return Math.min(total, Math.max(0, ply + (way === "before" ? -1 : 1)));
}

/** Whether an arrow key is for something else: a board, a field, a slider. @param {EventTarget | null} target */
function isTaken(target) {
  return target instanceof Element
    && !!target.closest("[role=grid], input, select, textarea, [role=slider], [role=radiogroup], dialog, .scroll");
}

/** A sign that no font need have. @param {string} d */
function icon(d) {
  const attrs = { class: "icon", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" };
  return draw({ tag: "svg", attrs, children: [{ tag: "path", attrs: { d } }] });
}

export class MoveNavigation {
  /**
   * @param {() => Source} source
   * @param {() => void} changed  what is shown has changed
   * @param {(ply: number) => Promise<Ply>} [look]  where a moment comes from
   */
  constructor(source, changed, look = (ply) => api.look(source().id, ply)) {
    this.look = look;
    this.source = source;
    this.changed = changed;
    /** The moment that is shown; null is the newest. @type {Ply | null} */
    this.shown = null;
    /** The moment that was asked for last: a slow answer for another must not appear. @type {number | null} */
    this.wanted = null;
    /** How long the game was when it was last seen whole, to notice that it has gone on. */
    this.left = 0;
    /** @type {Map<number, Promise<Ply>>} */
    this.kept = new Map();
    this.node = el("div", { class: "lookback", role: "group", "aria-label": say("Look back") });
    this.words = el("span", { class: "lookback-words" });
    this.live = el("button", { type: "button", class: "primary", "data-step": "live", click: () => this.to(null) });
    /** @type {Map<Way, HTMLElement>} */
    this.ways = new Map();
    this.listen = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.listen);
    this.buttons();
  }

  leave() {
    document.removeEventListener("keydown", this.listen);
  }

  /** After how many moves the board is shown. */
  get ply() {
    return this.wanted ?? this.source().moves.length;
  }

  buttons() {
    /** @type {[Way, string, string][]} */
    const ways = [
      ["first", "M18 5L9 12L18 19ZM6 5V19", say("First position")],
      ["before", "M16 5L7 12L16 19Z", say("One move back")],
      ["after", "M8 5L17 12L8 19Z", say("One move on")],
      ["last", "M6 5L15 12L6 19ZM18 5V19", say("Newest position")],
    ];
    const [first, before, after, last] = ways.map(([way, path, title]) => {
      const button = el("button", {
        type: "button", "data-step": way, "aria-label": title, title, click: () => this.go(way),
      }, icon(path));
      this.ways.set(way, button);
      return button;
    });
    fill(this.node, first, before, this.words, after, last, this.live);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = KEYS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTaken(event.target)) return;
    event.preventDefault();
    this.go(way);
  }

  /** @param {Way} way */
  go(way) {
    this.to(step(way, this.ply, this.source().moves.length));
  }

  /**
   * Show the game after so many moves.
   * @param {number | null} ply  null for the newest moment, whatever comes
   */
  async to(ply) {
    const total = this.source().moves.length;
    if (ply === null || ply >= total) return this.present();
    if (this.wanted === null) this.left = total;
    this.wanted = ply;
    this.draw();
    try {
      const found = await this.fetch(ply);
      if (this.wanted !== ply) return;
      this.shown = found;
      announce(this.where());
    } catch (problem) {
      this.kept.delete(ply);
      if (this.wanted === ply) this.present();
      toast(problem instanceof Error ? problem.message : String(problem));
      return;
    }
    this.changed();
    // The next step should not wait for the server.
    for (const near of [ply - 1, ply + 1]) {
      if (near >= 0 && near < total) this.fetch(near).catch(() => this.kept.delete(near));
    }
  }

  /** Back to the newest moment. */
  present() {
    const was = this.shown !== null || this.wanted !== null;
    this.shown = null;
    this.wanted = null;
    this.draw();
    if (was) this.changed();
  }

  /** @param {number} ply */
  fetch(ply) {
    const known = this.kept.get(ply) ?? this.look(ply);
    this.kept.set(ply, known);
    return known;
  }

  /** The game has changed: moments that were taken back are gone. @param {string[]} before @param {string[]} now */
  see(before, now) {
    const same = common(before, now);
    for (const ply of this.kept.keys()) if (ply > same) this.kept.delete(ply);
    if (this.wanted !== null && (this.wanted > same || this.wanted >= now.length)) {
      this.shown = null;
      this.wanted = null;
    }
  }

  /** "Move 7 of 23" */
  where() {
    const total = this.source().moves.length;
    return this.ply === 0 ? say("Before the first move") : say("Move {ply} of {total}", { ply: this.ply, total });
  }

  draw() {
    const total = this.source().moves.length;
    const past = this.wanted !== null;
    this.node.hidden = total === 0;
    for (const [way, button] of this.ways) {
      // Not "disabled": that would drop the focus of who goes back to the first move by keyboard.
      button.setAttribute("aria-disabled", String(step(way, this.ply, total) === this.ply));
    }
    this.words.textContent = this.where();
    if (!past && document.activeElement === this.live) this.ways.get("before")?.focus();
    this.live.hidden = !past;
    const news = total - this.left;
    this.live.textContent = past && news > 0
      ? say("{n} new moves: back to the game", { n: news }) : say("Back to the game");
  }
}
