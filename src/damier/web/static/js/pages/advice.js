/** Hint, why and the heat map of one table. */
import * as api from "../api.js";
import { el, fill } from "../dom.js";
import { say } from "../language.js";
import { spoken } from "./panel.js";

/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Game} Game */

export class Advice {
  /**
   * @param {Element} host
   * @param {Game} game
   * @param {() => Table} table
   * @param {() => void} changed
   */
  constructor(host, game, table, changed) {
    this.host = host;
    this.game = game;
    this.table = table;
    this.changed = changed;
    /** Whether the heat map is switched on; it stays on from move to move. */
    this.heating = false;
    /** @type {{kind: "hint" | "why", analysis: Analysis} | null} */
    this.said = null;
    /** @type {Analysis | null} */
    this.heat = null;
    /** The version that a heat map was asked for, so that it is asked for once. */
    this.asked = -1;
  }

  /** What the board should show of it. @returns {Partial<import("../board/picture.js").Look>} */
  look() {
    const heat = this.heating && this.heat ? this.heat.lines : [];
    if (!this.said) return { heat };
    const { kind, analysis } = this.said;
    const pointed = analysis.why.flatMap((reason) => reason.cells);
    // A move that was made is where it was made: a column offers it elsewhere now.
    const made = kind === "why" && this.table().moves.at(-1) === analysis.move;
    return { heat, pointed, chosen: made ? this.table().last : analysis.at, proposed: analysis.move };
  }

  /** The position has changed: what was said of the old one is void. */
  forget() {
    this.said = null;
    this.heat = null;
    fill(this.host);
  }

  hint() {
    return this.ask("hint", () => api.hint(this.table()));
  }

  why() {
    return this.ask("why", () => api.why(this.table()));
  }

  /** @param {"hint" | "why"} kind @param {() => Promise<Analysis>} question */
  async ask(kind, question) {
    const { version } = this.table();
    fill(this.host, el("p", { class: "quiet" }, say("Thinking…")));
    try {
      const analysis = await question();
      if (this.table().version !== version) return; // the game went on meanwhile
      this.said = { kind, analysis };
      this.tell();
    } catch (problem) {
      fill(this.host, el("p", {}, problem instanceof Error ? problem.message : String(problem)));
    }
    this.changed();
  }

  tell() {
    if (!this.said) return;
    const { kind, analysis } = this.said;
    const move = spoken(this.table(), this.game, analysis.move);
    const title = kind === "hint" ? say("Hint: {move}", { move }) : say("Why {move}?", { move });
    const line = analysis.lines.find((one) => one.move === analysis.move);
    fill(
      this.host,
      el("h2", {}, title, line && line.label && el("span", { class: "badge" }, line.label)),
      analysis.why.length
        ? el("ul", {}, analysis.why.map((reason) => el("li", {}, reason.text)))
        : el("p", { class: "quiet" }, say("It gave no reason.")),
      el("button", { type: "button", class: "plain", click: () => {
        this.forget();
        this.asked = -1;
        this.changed();
      } }, say("Close")),
    );
  }

  toggleHeat() {
    this.heating = !this.heating;
    this.asked = -1;
    this.heat = null;
    this.changed();
  }

  /** Ask for the heat map of the position on the board, if it is wanted and not there yet. */
  async refresh() {
    const { version, ended } = this.table();
    if (!this.heating || ended || this.asked === version) return;
    this.asked = version;
    try {
      const analysis = await api.hint(this.table());
      if (this.table().version !== version || !this.heating) return;
      this.heat = analysis;
      this.changed();
    } catch (problem) {
      this.heating = false;
      fill(this.host, el("p", {}, problem instanceof Error ? problem.message : String(problem)));
      this.changed();
    }
  }
}
