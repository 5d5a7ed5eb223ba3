/** A position set up by clicking: what can be put, one change after the other, and what is still missing. */
import * as api from "../../api.js";
import { StaticBoard } from "../../board/static_board.js";
import { announce, el, fill, toast } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { History } from "../../pure/edit_history.js";
import { labelled } from "../../shared/labelled_field.js";

/** @import { Draft, Edit, Editor, Game, Gestures, Piece, Scene, Setting } from "../../types.js" */

/** With more pieces than this, their names are told to screen readers and by the pointer only. */
const MANY = 5;

/**
 * @typedef {object} Hooks
 * @property {(draft: Draft) => void} changed  there is another draft
 * @property {() => void} done
 * @property {HTMLElement[]} acts  buttons of the page that are of use here too
 */

export class BoardEditor {
  /** @param {Game} game @param {Editor} editor @param {Draft} draft @param {Hooks} hooks */
  constructor(game, editor, draft, hooks) {
    this.game = game;
    this.editor = editor;
    this.hooks = hooks;
    /** @type {History<Draft>} */
    this.history = new History(draft);
    /** @type {Piece} */
    this.piece = editor.pieces[0];
    /** Changes are made one after the other, however quick the hand. @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.radios = new Map(editor.pieces.map((piece) => [piece.key, this.radio(piece)]));
    this.boards = el("select", { change: () => this.change(() => ({ setup: this.boards.value }), say("Empty board")) });
    this.settings = el("div", { class: "editor-settings" });
    this.undo = this.button(say("Undo"), () => this.step(-1));
    this.redo = this.button(say("Redo"), () => this.step(1));
    this.finish = el("button", { type: "button", class: "primary", click: () => hooks.done() }, say("Done"));
    this.node = el("section", { class: "editor", "aria-label": say("Set up on the board") },
      el("fieldset", { class: editor.pieces.length > MANY ? "palette many" : "palette" },
        el("legend", { class: "unseen" }, say("Piece")),
        editor.pieces.map((piece) => el("label", { title: `${capital(piece.title)} (${piece.letter.toUpperCase()})` },
          this.radios.get(piece.key), swatch(piece, draft.scene.grid), el("span", {}, capital(piece.title))))),
      el("p", { class: "quiet small" }, editor.about),
      el("p", { class: "quiet small editor-keys" },
        say("Arrow keys walk, Enter puts, and {letters} choose.", { letters: editor.pieces.map(({ letter }) => letter.toUpperCase()).join(" ") })),
      this.settings,
      el("div", { class: "editor-acts" }, this.undo, this.redo,
        this.button(say("Empty board"), () => this.empty()), hooks.acts, this.finish));
    this.show();
  }

  get draft() {
    return this.history.now;
  }

  /** What the pointer shows before a click: the chosen piece, where the game does not say. @returns {Gestures} */
  get gestures() {
    const named = Object.entries(this.editor.gestures);
    return Object.fromEntries(named.map(([name, gesture]) =>
      [name, gesture.ghost || gesture.arm ? gesture : { ...gesture, ghost: this.piece.kind }]));
  }

  /** @param {Piece} piece */
  radio(piece) {
    return el("input", { type: "radio", name: "piece", value: piece.key, checked: piece === this.piece,
      change: () => this.choose(piece) });
  }

  /** @param {string} title @param {() => void} run */
  button(title, run) {
    return el("button", { type: "button", click: (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      if (button.getAttribute("aria-disabled") !== "true") run();
    } }, title);
  }

  /** @param {Piece} piece */
  choose(piece) {
    this.piece = piece;
    const radio = this.radios.get(piece.key);
    if (radio) radio.checked = true;
    announce(capital(piece.title));
    this.hooks.changed(this.draft);
  }

  /** A key on the board may choose a piece. @param {KeyboardEvent} event @returns {boolean} whether it did */
  press({ key, code, shiftKey }) {
    // The French keyboard has other signs on the keys of digits.
    const digit = shiftKey ? "" : /^Digit(\d)$/.exec(code)?.[1];
    const piece = this.editor.pieces.find(({ letter }) => letter === key.toLowerCase() || letter === digit);
    if (piece) this.choose(piece);
    return piece !== undefined;
  }

  /** @param {string} place */
  put(place) {
    const piece = this.piece.key;
    this.change((draft) => ({ draft, piece, place }), place);
  }

  /** The same board with nothing on it. */
  empty() {
    this.change(() => ({ options: this.draft.options }), say("Empty board"));
  }

  /** @param {(draft: string) => Omit<Edit, "game">} edit @param {string} what  for a screen reader */
  change(edit, what) {
    this.queue = this.queue.then(async () => {
      try {
        this.history.add(await api.edit({ game: this.game.key, ...edit(this.draft.draft) }));
        this.see(what);
      } catch (problem) {
        toast(problem instanceof Error ? problem.message : String(problem));
      }
    });
  }

  /** @param {1 | -1} way */
  step(way) {
    this.history.step(way);
    this.see(way < 0 ? say("Undo") : say("Redo"));
  }

  /** @param {string} what */
  see(what) {
    this.show();
    this.hooks.changed(this.draft);
    announce(`${what}. ${this.words()}`);
  }

  /** Whose turn it is, or why nobody can play on yet. */
  words() {
    const { problem, ended, turn } = this.draft;
    if (problem) return capital(problem);
    if (ended) return capital(ended);
    const seat = this.game.seat_names[turn ?? 0] ?? "";
    return this.game.seats > 1 ? capital(say("{seat} to move", { seat })) : say("This board is possible.");
  }

  show() {
    const { history, draft } = this;
    this.undo.setAttribute("aria-disabled", String(!history.canStep(-1)));
    this.redo.setAttribute("aria-disabled", String(!history.canStep(1)));
    const key = JSON.stringify([draft.preset, draft.settings]);
    // A field that somebody types in stays the same field.
    if (this.settings.dataset.key === key || this.settings.contains(document.activeElement)) return;
    this.settings.dataset.key = key;
    const size = String(draft.options.size ?? "");
    // With other walls than usual 9x9 is still 9x9, and stands there once.
    const now = draft.preset ?? this.game.presets.find(({ title }) => title === size)?.key;
    fill(this.boards, now === undefined && el("option", { value: "", selected: true, disabled: true }, size),
      this.game.presets.map(({ key: name, title }) => el("option", { value: name, selected: name === now }, title)));
    fill(this.settings, labelled(say("Board"), this.boards), draft.settings.map((setting) => this.field(setting)));
  }

  /** @param {Setting} setting */
  field({ key, title, value, low, high, choices }) {
    const set = (/** @type {number} */ chosen) =>
      this.change((draft) => ({ draft, setting: key, value: chosen }), capital(title));
    if (choices.length) {
      const list = el("select", { change: () => set(low + list.selectedIndex) }, choices.map((name, i) =>
        el("option", { selected: low + i === value }, capital(name))));
      return labelled(capital(title), list);
    }
    const input = el("input", { type: "number", min: low, max: high, value, change: () => set(Number(input.value)) });
    return labelled(capital(title), input);
  }
}

/** A piece as it lies on the board. @param {Piece} piece @param {string} grid */
function swatch({ kind, seat, tags }, grid) {
  const mark = { at: /** @type {[number, number]} */ ([1, 1]), kind, glyph: "", name: "", seat, moves: {}, tags };
  /** @type {Scene} */
  const scene = { width: 1, height: 1, grid, columns: [], rows: [], marks: [mark], status: [] };
  return new StaticBoard(scene).svg;
}
