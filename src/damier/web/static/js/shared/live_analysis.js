/** Analysis as a switch: what an engine thinks while it thinks, on the board and beside it. */
import { lineAt, steps } from "../board/continuation.js";
import { announce, el, fill } from "../dom.js";
import { say } from "../language.js";
import { recall, remember } from "../local_storage.js";
import { capital } from "../pure/formatting.js";
import { AllMoves, Lines, Standing, effort, lineReasons, thinker } from "./engine_opinion.js";
import { spoken } from "./players_panel.js";

/** @import { Game, Line, Pushed, Scene, Step } from "../types.js" */

/** How long a tab may be hidden before its engine rests, in milliseconds. */
const HIDDEN_MS = 60_000;

/** Needs the style sheet "analysis". */
export class LiveAnalysis {
  /**
   * @param {Game} game
   * @param {(steps: Step[]) => void} tell  shows a continuation on the board; none hides it
   * @param {() => void} changed  the switch was turned, or what the board should show has changed
   */
  constructor(game, tell, changed) {
    this.game = game;
    this.tell = tell;
    this.changed = changed;
    this.on = false;
    /** Why there can be no analysis now, in words for people. @type {string | null} */
    this.reason = null;
    /** Whether nobody looks: the tab has been hidden for long. */
    this.resting = false;
    this.heating = recall("heat", true);
    /** The newest opinion on what the board shows. @type {Pushed | null} */
    this.heard = null;
    /** Why it takes longer before the first opinion. @type {string | null} */
    this.preparing = null;
    /** The opinion on the move that is pointed at. @type {Line | null} */
    this.pointed = null;
    /** @type {Scene | null} */
    this.scene = null;
    this.standing = new Standing(game);
    this.lines = new Lines(game, tell, (line) => this.explain(line));
    this.why = el("div", {});
    this.all = new AllMoves(game);
    this.button = el("button", {
      type: "button", role: "switch", class: "toggle", "data-act": "analysis", "aria-checked": "false",
      click: () => this.turn(!this.on),
    }, el("span", { class: "knob", "aria-hidden": "true" }), say("Analysis"));
    this.state = el("p", { class: "analysis-state quiet small" });
    this.who = el("div", {});
    this.heatSwitch = this.heatBox();
    this.body = el("div", { class: "analysis-body" }, this.lines.node, this.why, this.who, this.all.node, this.heatSwitch);
    this.node = el("section", { class: "analysis", "aria-label": say("Analysis") }, this.button, this.state, this.body);
    this.timer = 0;
    this.listen = () => this.rest();
    document.addEventListener("visibilitychange", this.listen);
  }

  leave() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.listen);
  }

  heatBox() {
    const box = el("input", { type: "checkbox", checked: this.heating, change: () => {
      this.heating = box.checked;
      remember("heat", box.checked);
      this.changed();
    } });
    return el("label", { class: "check" }, box, el("span", {}, say("Heat map")));
  }

  /** Whether an engine should think now. */
  get wanted() {
    return this.on && this.reason === null && !this.resting;
  }

  /** @param {boolean} on */
  turn(on) {
    if (this.reason !== null && !this.on) return;
    this.on = on;
    this.forget();
    this.changed();
  }

  /** A tab that nobody looks at costs somebody else's engine. */
  rest() {
    clearTimeout(this.timer);
    const set = (/** @type {boolean} */ resting) => {
      if (this.resting === resting) return;
      this.resting = resting;
      this.changed();
    };
    if (document.hidden) this.timer = window.setTimeout(() => set(true), HIDDEN_MS);
    else set(false);
  }

  /** The board shows something else: what was said is void. */
  forget() {
    this.heard = null;
    this.preparing = null;
    this.pointed = null;
    this.lines.point(null);
  }

  /** The engine must be compiled before it can think. @param {string} words */
  prepare(words) {
    this.preparing = words;
    this.changed();
  }

  /** @param {Pushed} pushed */
  see(pushed) {
    const best = pushed.lines[0];
    if (pushed.final && best && this.scene) {
      const move = spoken(this.scene, this.game, best);
      announce(say("Analysis: best is {move}, {label}", { move, label: best.label }));
    }
    this.heard = pushed;
    this.changed();
  }

  /** What the board should show of it. @returns {Partial<import("../board/scene_to_svg.js").Look>} */
  look() {
    const heard = this.heating && this.on ? this.heard : null;
    return { heat: heard?.lines ?? [], labelled: heard?.labels ?? [] };
  }

  /** Somebody points at a place on the board. @param {import("../board/board.js").Spot | null} spot */
  point(spot) {
    if (!this.heard || !this.scene || this.lines.fixed) return;
    const line = spot && lineAt(this.heard.lines, this.scene, spot);
    if (line === this.pointed) return;
    this.pointed = line;
    // A single step is the move itself, which the pointer shows already.
    this.tell(line && line.then.length ? steps(line, this.heard.turn) : []);
    this.explain(line);
  }

  /** The reasons of the line that is pointed at, else of the best one. @param {Line | null} line */
  explain(line) {
    const told = line ?? (this.on ? this.heard?.lines[0] : null);
    fill(this.why, told && this.scene && lineReasons(told, spoken(this.scene, this.game, told)));
  }

  /**
   * @param {Scene} scene  what the board shows
   * @param {boolean} flip
   * @param {string | null} reason  why there can be no analysis of it
   */
  draw(scene, flip, reason) {
    this.scene = scene;
    this.reason = reason;
    const heard = this.on ? this.heard : null;
    this.button.setAttribute("aria-checked", String(this.on));
    this.button.setAttribute("aria-disabled", String(reason !== null && !this.on));
    this.state.textContent = this.words();
    this.body.hidden = !heard;
    this.standing.show(heard ? heard.standing : null, flip);
    this.lines.show(heard, scene);
    this.all.show(heard, scene);
    const pointed = heard?.lines.find((line) => line.move === this.pointed?.move);
    if (this.lines.told === null) this.explain(pointed ?? null);
    if (heard) this.who.replaceChildren(thinker(heard));
  }

  /** How far it is. */
  words() {
    if (this.reason !== null) return this.reason;
    if (!this.on) return "";
    if (!this.heard) return this.preparing ? capital(this.preparing) : say("Thinking…");
    const state = this.heard.final ? say("Finished") : say("Still thinking…");
    const much = effort(this.heard);
    return much ? `${state} · ${much}` : state;
  }
}
