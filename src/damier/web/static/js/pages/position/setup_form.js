/** How a position is set up: from moves, from its line of text, or from a link. */
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { linkIn, movesIn, readMoves, writeMoves } from "../../pure/position_url.js";
import { labelled } from "../../shared/labelled_field.js";

/** @import { PositionQuery } from "../../pure/position_url.js" */
/** @import { Route } from "../../router.js" */
/** @import { Game, Option, Position } from "../../types.js" */
/** @typedef {"moves" | "text" | "link"} Way */

/**
 * @typedef {object} Wanted  What the page does with what was set up; a refusal is told beside the field.
 * @property {(query: PositionQuery) => void} place
 * @property {(to: Route) => Promise<void>} follow  of a link
 */

export class SetupForm {
  /** @param {Game} game @param {Wanted} wanted */
  constructor(game, wanted) {
    this.game = game;
    this.wanted = wanted;
    /** Whether moves hold commas themselves: then only spaces stand between them. */
    this.commas = game.hidden;
    /** @type {Record<string, string>} */
    this.options = {};
    this.fields = {
      setup: el("select", { change: () => this.offer() }),
      moves: el("textarea", { rows: 3, spellcheck: "false", autocapitalize: "off", autocomplete: "off" }),
      text: el("textarea", { rows: 3, spellcheck: "false", autocapitalize: "off", autocomplete: "off" }),
      link: el("input", { type: "text", inputmode: "url", autocomplete: "off", placeholder: `${location.origin}/#/table/…` }),
    };
    this.own = el("div", { class: "pair" });
    this.example = el("span", {});
    /** @type {Record<Way, HTMLElement>} */
    this.problems = { moves: problem("moves"), text: problem("text"), link: problem("link") };
    /** @type {Record<Way, HTMLFormElement>} */
    this.forms = { moves: this.byMoves(), text: this.byText(), link: this.byLink() };
    this.node = this.layout();
    this.choose("moves");
  }

  layout() {
    /** @type {[Way, string][]} */
    const ways = [["moves", say("Moves")], ["text", say("Text")], ["link", say("Link")]];
    this.radios = ways.map(([way, title]) => el("label", {},
      el("input", { type: "radio", name: "way", value: way, change: () => this.choose(way) }), el("span", {}, title)));
    return el("details", { class: "placing" },
      el("summary", {}, el("h2", {}, say("Set up a position"))),
      el("fieldset", { class: "switch" }, el("legend", { class: "unseen" }, say("From")), this.radios),
      Object.values(this.forms));
  }

  /** @param {Way} way */
  choose(way) {
    for (const [name, form] of Object.entries(this.forms)) form.hidden = name !== way;
    for (const label of this.radios ?? []) {
      const input = /** @type {HTMLInputElement} */ (label.firstElementChild);
      input.checked = input.value === way;
    }
  }

  byMoves() {
    return this.form("moves", () => {
      const moves = readMoves(this.fields.moves.value, this.commas);
      const board = this.fields.setup.value === "" ? this.options : { setup: this.fields.setup.value };
      this.wanted.place({ ...board, ...(moves.length ? { moves: writeMoves(moves) } : {}) });
    },
    labelled(say("Board"), this.fields.setup), this.own,
    labelled(say("Moves"), this.fields.moves),
    el("p", { class: "quiet small", id: "moves-about" },
      this.commas ? say("With spaces between them.") : say("With spaces or commas between them."), " ", this.example));
  }

  byText() {
    return this.form("text", () => this.wanted.place({ position: this.fields.text.value.trim() }),
      labelled(say("The position as a line of text"), this.fields.text));
  }

  byLink() {
    return this.form("link", () => {
      const to = linkIn(this.fields.link.value);
      if (!to) return this.complain("link", say("This is not a link to a game of damier."));
      return this.wanted.follow(to).catch((problem) => this.complain("link", String(problem.message ?? problem)));
    },
    labelled(say("Link to a game"), this.fields.link));
  }

  /** @param {Way} way @param {() => void} run @param {...Node} inside */
  form(way, run, ...inside) {
    this.fields[way].setAttribute("aria-describedby", `${way}-problem${way === "moves" ? " moves-about" : ""}`);
    return el("form", { class: "placing-form", submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.complain(way, "");
      run();
    } }, ...inside, this.problems[way], el("button", { type: "submit" }, say("Set up")));
  }

  /** Tell what was wrong, beside the field. @param {Way} way @param {string} words */
  complain(way, words) {
    if (words) {
      this.choose(way);
      this.node.open = true;
    }
    this.problems[way].textContent = capital(words);
    this.problems[way].hidden = !words;
    if (words) this.fields[way].setAttribute("aria-invalid", "true");
    else this.fields[way].removeAttribute("aria-invalid");
  }

  /**
   * What the fields hold: what the address gives, and where it led.
   * @param {PositionQuery} query
   * @param {Position | null} position
   */
  show(query, position) {
    const { moves = "", position: text, setup, ...options } = query;
    if (position) {
      const offered = position.scene.marks.flatMap((mark) => Object.values(mark.moves));
      this.commas = this.game.hidden || offered.some((move) => move.includes(","));
      const some = position.examples;
      this.example.textContent = some.length ? say("For example {moves}", { moves: some.join(" ") }) : "";
      for (const way of /** @type {Way[]} */ (["moves", "text", "link"])) this.complain(way, "");
    }
    const names = position?.names.some((name) => /\s/.test(name)) === false ? position.names : movesIn(moves);
    this.fields.moves.value = text === undefined ? names.join(" ") : "";
    this.fields.text.value = position?.position ?? text ?? "";
    if (text === undefined) this.boards(setup, options);
    if (text !== undefined) this.choose("text");
  }

  /** @param {string | undefined} setup @param {Record<string, string>} options */
  boards(setup, options) {
    const own = Object.keys(options).length > 0 && !setup;
    const now = own ? "" : setup ?? this.game.presets[0]?.key ?? "";
    this.options = { ...options };
    fill(this.fields.setup, [...this.game.presets, { key: "", title: say("Other…") }].map(({ key, title }) =>
      el("option", { value: key, selected: key === now }, title)));
    this.offer();
  }

  /** The options of a board of one's own. */
  offer() {
    const own = this.fields.setup.value === "";
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
        (option.values ?? []).map((value) => el("option", { value, selected: value === now }, value)));
      return labelled(option.about, list);
    }
    const whole = option.kind === "whole";
    const input = el("input", {
      type: whole ? "number" : "text", value: now, min: whole ? option.low : null, max: whole ? option.high : null,
      placeholder: whole ? say("as usual") : null, required: !whole, input: () => keep(input.value.trim()),
    });
    return labelled(option.about, input);
  }
}

/** @param {Way} way */
function problem(way) {
  return el("p", { class: "problem", id: `${way}-problem`, role: "alert", hidden: true });
}
