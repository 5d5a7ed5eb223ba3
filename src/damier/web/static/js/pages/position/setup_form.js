/** How a position is set up from what somebody has of it: moves, a line of text, a board that was drawn, a link. */
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { linkIn, movesIn } from "../../pure/position_url.js";
import { labelled } from "../../shared/labelled_field.js";

/** @import { PositionQuery } from "../../pure/position_url.js" */
/** @import { Route } from "../../router.js" */
/** @import { Game, Option, Position } from "../../types.js" */

/**
 * @typedef {object} Wanted  What the page does with what was set up; a refusal is told beside the field.
 * @property {(board: PositionQuery, pasted: string) => Promise<void>} paste  moves begin with the board
 * @property {(to: Route) => Promise<void>} follow  of a link
 */

export class SetupForm {
  /** @param {Game} game @param {Wanted} wanted */
  constructor(game, wanted) {
    this.game = game;
    this.wanted = wanted;
    /** @type {Record<string, string>} */
    this.options = {};
    this.setup = el("select", { change: () => this.offer() });
    this.pasted = el("textarea", {
      rows: 4, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "aria-describedby": "pasted-about pasted-problem",
    });
    this.own = el("div", { class: "pair" });
    this.example = el("span", {});
    this.problem = el("p", { class: "problem", id: "pasted-problem", role: "alert", hidden: true });
    this.understood = el("p", { class: "quiet small", role: "status", hidden: true });
    this.node = this.layout();
  }

  layout() {
    return el("details", { class: "placing" },
      el("summary", {}, el("h2", {}, say("Set up a position"))),
      el("form", { class: "placing-form", submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.complain("");
        this.submit().catch((problem) => this.complain(String(problem.message ?? problem)));
      } },
      labelled(say("Board"), this.setup), this.own,
      labelled(say("Moves, a position or a link"), this.pasted),
      el("p", { class: "quiet small", id: "pasted-about" },
        say("Moves from the start, a line of text, a board drawn with characters, or a link to a game: whatever you have."),
        " ", this.example),
      this.problem, this.understood,
      el("button", { type: "submit" }, say("Set up"))));
  }

  async submit() {
    const pasted = this.pasted.value.trim();
    const to = linkIn(pasted);
    if (to) return this.wanted.follow(to);
    if (/^\w+:\/\//.test(pasted)) throw new Error(say("This is not a link to a game of damier."));
    const board = this.setup.value === "" ? this.options : { setup: this.setup.value };
    return this.wanted.paste(board, pasted);
  }

  /** Tell what was wrong, beside the field. @param {string} words */
  complain(words) {
    if (words) this.node.open = true;
    this.problem.textContent = capital(words);
    this.problem.hidden = !words;
    this.understood.hidden = true;
    if (words) this.pasted.setAttribute("aria-invalid", "true");
    else this.pasted.removeAttribute("aria-invalid");
  }

  /** As what it was understood. @param {string | null | undefined} words */
  tell(words) {
    this.understood.textContent = words ? say("Understood: {words}", { words }) : "";
    this.understood.hidden = !words;
  }

  /**
   * What the fields hold: what the address gives, and where it led.
   * @param {PositionQuery} query
   * @param {Position | null} position
   */
  show(query, position) {
    const { moves = "", position: text, setup, ...options } = query;
    if (position) {
      const some = position.examples;
      this.example.textContent = some.length ? say("For example {moves}", { moves: some.join(" ") }) : "";
      this.complain("");
    }
    const names = position?.names.some((name) => /\s/.test(name)) === false ? position.names : movesIn(moves);
    this.pasted.value = text === undefined ? names.join(" ") : position?.position ?? text;
    if (text === undefined) this.boards(setup, options);
    else if (!this.setup.options.length) this.boards(undefined, {});
  }

  /** @param {string | undefined} setup @param {Record<string, string>} options */
  boards(setup, options) {
    const own = Object.keys(options).length > 0 && !setup;
    const now = own ? "" : setup ?? this.game.presets[0]?.key ?? "";
    this.options = { ...options };
    fill(this.setup, [...this.game.presets, { key: "", title: say("Other…") }].map(({ key, title }) =>
      el("option", { value: key, selected: key === now }, title)));
    this.offer();
  }

  /** The options of a board of one's own. */
  offer() {
    const own = this.setup.value === "";
    fill(this.own, own && this.game.options.map((option) => this.option(option)));
    this.own.hidden = !own;
  }

  /** @param {Option} option */
  option(option) {
    const now = this.options[option.name] ?? (option.kind === "whole" ? "" : String(option.usual ?? ""));
    const keep = (/** @type {string} */ value) => {
      if (value) this.options[option.name] = value;
      else delete this.options[option.name];
    };
    keep(now);
    if (option.kind === "choice") {
      const list = el("select", { change: () => keep(list.value) },
        (option.values ?? []).map((value) => el("option", { value, selected: value === now }, option.titles?.[value] ?? value)));
      return labelled(option.about, list);
    }
    if (option.kind === "switch") {
      const box = el("input", { type: "checkbox", checked: now === "1", change: () => keep(box.checked ? "1" : "") });
      return labelled(option.about, box);
    }
    const whole = option.kind === "whole";
    const input = el("input", {
      type: whole ? "number" : "text", value: now, min: whole ? option.low : null, max: whole ? option.high : null,
      placeholder: whole ? say("as usual") : null, required: !whole, input: () => keep(input.value.trim()),
    });
    return labelled(option.about, input);
  }
}
