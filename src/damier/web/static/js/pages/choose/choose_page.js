/** Choosing how to play one game, with the board and its rules beside. */
import * as api from "../../api.js";
import { thumbnail } from "../../board/thumbnail.js";
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { recall, remember } from "../../local_storage.js";
import { board, firstAndMore, fitting, modes, settle } from "../../pure/game_choice.js";
import { givenBoard } from "../../pure/given_board.js";
import { boardTitle } from "../../pure/solo_board.js";
import { NO_RESULTS } from "../../pure/solo_results.js";
import { address } from "../../router.js";
import { begin } from "../../shared/begin_game.js";
import { bestTime, resultsOf, winsInARow } from "../../shared/board_results.js";
import { nicknameField } from "../../shared/nickname_field.js";
import { rules } from "../../shared/players_panel.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { boardField, clockField, levelField, radio, watchField } from "./choice_fields.js";

/** @import { Choice, Mode } from "../../pure/game_choice.js" */
/** @import { Game, Level } from "../../types.js" */

/** How long a hand may rest between two keys of a size, in milliseconds. */
const TYPING = 300;
/** A larger board is not drawn as a small picture: nothing of it could be seen. */
const SMALL = 400;

/** @param {Element} host @param {string} key @returns {Promise<() => void>} */
export async function choosePage(host, key) {
  const [games] = await Promise.all([api.games(), loadStylesheet("table"), loadStylesheet("choose")]);
  const game = games.find((one) => one.key === key);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const page = new ChoosePage(host, game);
  return () => page.leave();
}

class ChoosePage {
  /** @param {Element} host @param {Game} game */
  constructor(host, game) {
    this.game = game;
    this.choice = settle(game, recall(`choice ${game.key}`, null));
    /** The board of the link that led here, until another one is chosen. */
    this.given = givenBoard(game, location.hash);
    Object.assign(this.choice, this.given?.choice);
    this.notice = el("p", { class: "notice" }, this.given && say("The link is for this board: {board}. Its first move has been made.",
      { board: boardTitle(game, this.given.key) }));
    this.notice.hidden = !this.given;
    /** Which levels play on a board of a size of its own, once the server has said so. @type {string[] | null} */
    this.known = null;
    /** Counts the boards asked for: a slow answer for another must not appear. */
    this.asked = 0;
    this.timer = 0;
    /** Whether all levels are shown, those too that few people choose. */
    this.more = false;
    const slot = () => el("div", { class: "slot" });
    this.slots = { board: slot(), who: slot(), more: slot(), submit: slot() };
    this.problem = el("p", { class: "problem", role: "status" });
    /** How well this person has played alone on the chosen board. */
    this.results = el("p", { class: "own-results quiet", hidden: game.seats > 1 });
    this.picture = el("div", { class: "thumb" });
    this.form = el("form", { class: "choose", submit: (/** @type {SubmitEvent} */ event) => this.submit(event) },
      this.notice, this.slots.submit, this.slots.board, this.problem, this.results, this.slots.who, this.slots.more);
    fill(host, this.layout());
    this.drawBoard();
    this.drawRest();
    this.look();
  }

  leave() {
    clearTimeout(this.timer);
  }

  layout() {
    const { game } = this;
    const beside = rules(game);
    beside.querySelector(".thumb")?.replaceWith(this.picture);
    fill(this.picture, thumbnail(game.example));
    beside.append(el("p", { class: "more" },
      el("a", { href: address({ page: "position", game: game.key, query: {} }) }, say("Analyse a position"))));
    return [
      el("nav", { class: "crumbs", "aria-label": say("Where you are") }, el("a", { href: "#/" }, say("All games"))),
      el("h1", {}, game.title),
      el("p", { class: "lead" }, game.about),
      el("div", { class: "halves" }, this.form, beside),
    ];
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    if (!this.given) remember(`choice ${this.game.key}`, this.choice);
    begin(this.game, this.choice, event.submitter, this.given?.more);
  }

  /** Another board than that of the link. */
  forget() {
    this.given = null;
    this.notice.hidden = true;
  }

  /** Another board: other levels may play on it. @param {string | null} setup */
  setBoard(setup) {
    this.forget();
    this.choice.setup = setup;
    this.known = null;
    Object.assign(this.choice, settle(this.game, this.choice));
    this.keepFocus(() => this.drawBoard());
    this.drawRest();
    this.look();
  }

  /** The size or another option is being typed. */
  typed() {
    this.forget();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), TYPING);
  }

  /** Ask how the chosen board looks, and who plays on it. */
  async look() {
    const mine = ++this.asked;
    const { game, choice } = this;
    this.showResults(this.setup);
    try {
      const found = await api.position({ game: game.key, ...board(choice) });
      if (mine !== this.asked) return;
      this.problem.textContent = "";
      const { width, height } = found.scene;
      const small = width * height <= SMALL;
      fill(this.picture, small ? thumbnail(found.scene) : el("p", { class: "quiet" }, `${width} × ${height}`));
      this.showResults(found.board ?? null);
      if (choice.setup === null) this.fit(found.levels ?? null);
    } catch (problem) {
      if (mine === this.asked) this.problem.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  /** The board, if it is one with a name and nothing else was chosen. */
  get setup() {
    return board(this.choice).options ? null : this.choice.setup;
  }

  /** @param {string | null} board  by what it is remembered; null while the server has not said which it is */
  showResults(board) {
    const results = resultsOf(this.game)[board ?? ""] ?? NO_RESULTS;
    this.results.textContent = board && [bestTime(results), winsInARow(results)].filter(Boolean).join(" · ");
  }

  /** @param {string[] | null} levels */
  fit(levels) {
    this.known = levels;
    Object.assign(this.choice, settle(this.game, this.choice, levels));
    this.keepFocus(() => this.drawRest());
  }

  /** What is drawn again keeps the keyboard where it was. @param {() => void} draw */
  keepFocus(draw) {
    const now = document.activeElement;
    const field = now instanceof HTMLInputElement || now instanceof HTMLSelectElement;
    const [name, value] = field ? [now.name, now.value] : ["", ""];
    const inside = this.form.contains(now);
    draw();
    if (!inside || !name || (now && this.form.contains(now))) return;
    const all = /** @type {HTMLInputElement[]} */ ([...this.form.querySelectorAll(`[name="${CSS.escape(name)}"]`)]);
    (all.find((one) => one.type !== "radio" || one.value === value) ?? all[0])?.focus();
  }

  drawBoard() {
    fill(this.slots.board, boardField(this.game, this.choice, (setup) => this.setBoard(setup), () => this.typed()));
  }

  drawRest() {
    const { game, choice } = this;
    fill(this.slots.who, this.who());
    const levels = fitting(game, choice.setup, this.known);
    const redraw = () => this.keepFocus(() => this.drawRest());
    fill(this.slots.more,
      choice.mode === "level" && this.levels(levels),
      choice.mode === "watch" && watchField(game, choice, levels),
      game.seats > 1 && (choice.mode === "level" || choice.mode === "link") && beginner(choice),
      game.clocks && choice.mode !== "watch" && clockField(choice, redraw),
      choice.mode === "link" && nicknameField());
    const title = { level: say("Play"), people: say("Play"), link: say("Invite"), watch: say("Watch") }[choice.mode];
    fill(this.slots.submit, el("button", { class: "primary large", type: "submit" }, title));
  }

  who() {
    const { game, choice } = this;
    const alone = game.seats === 1;
    /** @type {Record<Mode, [string, string]>} */
    const words = {
      level: [say("Against the computer"), say("choose how strong it is")],
      people: alone ? [say("You"), ""] : [say("Two people at this screen"), ""],
      link: [say("Two people by a link"), say("you send it, each plays on their own screen")],
      watch: [say("Watch"), alone ? say("a level plays, you look on") : say("one level against another")],
    };
    return el("fieldset", {},
      el("legend", {}, say("Who plays")),
      modes(game, choice.setup, this.known).map((mode) => {
        const [title, about] = words[mode];
        return radio("who", mode, title, about, choice.mode === mode, () => {
          choice.mode = mode;
          this.keepFocus(() => this.drawRest());
        });
      }));
  }

  /** @param {Level[]} levels */
  levels(levels) {
    const [shown, rest] = firstAndMore(levels);
    const one = (/** @type {Level} */ level) => levelField(level, this.choice, this.setup);
    const chosen = rest.some((level) => level.key === this.choice.level);
    return el("fieldset", {},
      el("legend", {}, say("Opponent")),
      shown.map(one),
      rest.length > 0 && el("details", { class: "more-levels", open: chosen || this.more, toggle: (/** @type {Event} */ { target }) => {
          this.more = /** @type {HTMLDetailsElement} */ (target).open;
        } },
        el("summary", {}, say("More opponents")), rest.map(one)));
  }
}

/** @param {Choice} choice */
function beginner(choice) {
  /** @type {[Choice["begins"], string][]} */
  const ways = [["you", say("You")], ["opponent", say("The opponent")], ["chance", say("By chance")]];
  return el("fieldset", { class: "inline" },
    el("legend", {}, say("Who begins")),
    ways.map(([key, title]) => radio("begins", key, title, "", choice.begins === key, () => (choice.begins = key))));
}
