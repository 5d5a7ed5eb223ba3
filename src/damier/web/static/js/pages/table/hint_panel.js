/** Hint and why: the reasons of a move in words and on the board, the numbers behind them, and whose they are. */
import * as api from "../../api.js";
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { AllMoves, proof, reasonList, thinker } from "../../shared/engine_opinion.js";
import { spoken } from "../../shared/players_panel.js";

/** @import { Analysis, Answer, Game, Line, Table } from "../../types.js" */

export class HintPanel {
  /**
   * @param {Game} game
   * @param {() => Table} table
   * @param {() => void} changed
   */
  constructor(game, table, changed) {
    this.game = game;
    this.table = table;
    this.changed = changed;
    /** @type {{kind: "hint" | "why", analysis: Analysis} | {kind: "answer", analysis: Answer} | null} */
    this.said = null;
    this.words = el("div", { "aria-live": "polite" });
    this.more = el("div", {});
    this.node = el("section", { class: "advice", "aria-label": say("Advice"), hidden: true }, this.words, this.more);
  }

  /** What the board should show of it. @returns {Partial<import("../../board/scene_to_svg.js").Look>} */
  look() {
    if (!this.said) return {};
    const { kind, analysis } = this.said;
    const pointed = analysis.why.flatMap((reason) => reason.cells);
    if (kind === "answer") return { pointed, chosen: analysis.at };
    // A move that was made is where it was made: a column offers it elsewhere now.
    const made = kind === "why" && this.table().moves.at(-1) === analysis.move;
    const { gesture } = analysis.lines.find((line) => line.move === analysis.move) ?? {};
    const chosen = made ? this.table().last : analysis.at;
    // Numbers of one level between the colours of another would seem to be of one kind.
    const numbers = analysis.labels.length ? { heat: [], labelled: analysis.labels } : {};
    return { pointed, chosen, proposed: analysis.move, gesture, ...numbers };
  }

  /** The position has changed: what was said of the old one is void. */
  forget() {
    this.said = null;
    this.node.hidden = true;
    fill(this.words);
    fill(this.more);
  }

  hint() {
    return this.ask("hint", () => api.hint(this.table()));
  }

  why() {
    return this.ask("why", () => api.why(this.table()));
  }

  /** The game's question about a place: whether it was answered, and what is said. @param {string} place */
  async answer(place) {
    await this.ask("answer", () => api.askAbout(this.table(), place));
    return { answered: this.said?.kind === "answer", words: this.words.firstElementChild?.textContent ?? "" };
  }

  /** @param {"hint" | "why" | "answer"} kind @param {() => Promise<any>} question */
  async ask(kind, question) {
    const { version } = this.table();
    this.forget();
    this.node.hidden = false;
    const { preparing } = this.table();
    const slow = kind !== "why" && preparing;
    fill(this.words, el("p", { class: "quiet" }, slow ? capital(preparing) : say("Thinking…")));
    try {
      const analysis = await question();
      if (this.table().version !== version) return; // the game went on meanwhile
      this.said = { kind, analysis };
      if (kind === "answer") this.reply(analysis);
      else this.tell(kind, analysis);
    } catch (problem) {
      fill(this.words, el("p", { class: "sentence" }, problem instanceof Error ? problem.message : String(problem)));
      fill(this.more, this.close());
    }
    this.changed();
  }

  /** @param {Answer} answer */
  reply(answer) {
    fill(this.words, el("h2", {}, answer.words), reasonList(answer.why));
    fill(this.more, thinker(answer), this.close());
  }

  /** @param {"hint" | "why"} kind @param {Analysis} analysis */
  tell(kind, analysis) {
    const { scene } = this.table();
    const move = spoken(scene, this.game, analysis);
    const title = kind === "hint" ? say("Hint: {move}", { move }) : say("Why {move}?", { move });
    const line = analysis.lines.find((one) => one.move === analysis.move);
    const all = new AllMoves(this.game);
    all.show(analysis, scene);
    fill(this.words,
      el("h2", {}, title, line && badge(line, analysis.tells_result)),
      analysis.why.length
        ? reasonList(analysis.why)
        : el("p", { class: "quiet" }, say("It gave no reason.")));
    fill(this.more, thinker(analysis), all.node, this.close());
  }

  close() {
    return el("button", { type: "button", class: "plain", click: () => {
      this.forget();
      this.changed();
    } }, say("Close"));
  }
}

/** What a move comes to; where a reason says it, only whether it is proven. @param {Line} line @param {boolean} told */
function badge({ label, proven }, told) {
  if (told ? !proven : !label) return null;
  return el("span", { class: "badge" }, !told && label, proven && proof());
}
