/** Puzzles: one move wins. Wrong moves are refused with their reason, right ones answered until the game is won. */
import * as api from "../../api.js";
import { Board } from "../../board/board.js";
import { where } from "../../board/lattice.js";
import { el, fill, note } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { address } from "../../router.js";
import { boardTools } from "../../shared/board_tools.js";
import { reasonList } from "../../shared/engine_opinion.js";
import { pageKeys } from "../../shared/page_keys.js";
import { spoken } from "../../shared/players_panel.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { SolvedPuzzles } from "./solved_puzzles.js";

/** @import { Route } from "../../router.js" */
/** @import { At, Game, Grade, Position, Puzzle, Reason, Tried } from "../../types.js" */

/** How long the own move is seen before it is answered. */
const PAUSE = 450;

/**
 * @param {Element} host
 * @param {string} key
 * @param {string} [wanted]  a grade
 * @param {number} [number]
 * @returns {Promise<(() => void) & {follow: (to: Route) => boolean}>}
 */
export async function puzzlesPage(host, key, wanted, number) {
  const [games, grades] = await Promise.all(
    [api.games(), api.grades(key), ...["stage", "table", "position", "puzzles"].map(loadStylesheet)]);
  const game = games.find((one) => one.key === key);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const page = new PuzzlesPage(host, game, grades);
  await page.load(wanted, number);
  return Object.assign(() => page.leave(), { follow: (/** @type {Route} */ to) => page.follow(to) });
}

class PuzzlesPage {
  /** @param {Element} host @param {Game} game @param {Grade[]} grades */
  constructor(host, game, grades) {
    this.game = game;
    this.grades = grades;
    this.solved = new SolvedPuzzles(game.key);
    /** Those that a hint has helped with: not solved, and still to be solved. */
    this.helped = new SolvedPuzzles(`${game.key} with help`);
    /** Whether this puzzle's answer has been told. */
    this.hinted = false;
    this.flip = false;
    /** Counts the questions: a slow answer to an older one must not appear. */
    this.asked = 0;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** What is shown now. @type {Position | null} */
    this.position = null;
    /** The moves since the puzzle began. @type {string[]} */
    this.made = [];
    /** What is to be done now, in a sentence. */
    this.task = "";
    this.busy = false;
    /** Whether another puzzle is on its way. */
    this.loading = false;
    this.won = false;
    /** What the board points at. @type {{pointed?: At[], chosen?: At | null}} */
    this.look = {};
    this.parts = {
      title: el("h1", {}),
      status: el("p", { class: "status yours", id: "status" }),
      board: el("div", { class: "board-room" }),
      tools: el("div", { class: "tools" }),
      verdict: el("section", { class: "verdict", "aria-live": "polite", "aria-label": say("Verdict") }),
      list: el("nav", { class: "puzzle-list", "aria-label": say("Puzzles") }),
      hint: this.button("hint", say("Hint"), () => this.hint()),
      again: this.button("again", say("Start again"), () => this.begin()),
      flip: this.button("flip", say("Flip"), () => {
        this.flip = !this.flip;
        this.draw();
      }),
      next: el("a", { class: "button", href: "#/" }, say("Next puzzle")),
      analyse: el("a", { href: "#/" }, say("Analyse from here")),
    };
    this.board = new Board(this.parts.board, game, (aim) => this.attempt(aim.move));
    this.board.refuse = () => note(this.position?.ended ? say("The game is over.") : say("Nothing can be done here."));
    this.forgetKeys = pageKeys(this.board);
    fill(host, this.layout());
  }

  layout() {
    const { parts } = this;
    return [
      el("nav", { class: "crumbs", "aria-label": say("Where you are") }, el("a", { href: "#/" }, say("All games"))),
      parts.title,
      el("div", { class: "position puzzles" },
        el("div", { class: "stage" },
          parts.status,
          el("div", { class: "field-of-play" }, parts.board),
          el("div", { class: "under" },
            el("div", { class: "position-acts" }, parts.hint, parts.again, parts.flip, parts.next),
            parts.tools)),
        el("aside", { class: "panel", "aria-label": say("Puzzles") },
          parts.verdict, parts.list, el("p", { class: "small" }, parts.analyse))),
    ];
  }

  /** @param {string} act @param {string} title @param {() => void} run */
  button(act, title, run) {
    return el("button", { type: "button", "data-act": act, click: (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      if (button.getAttribute("aria-disabled") !== "true") run();
    } }, title);
  }

  leave() {
    this.asked += 1;
    this.forgetKeys();
  }

  /** @param {Route} to */
  follow(to) {
    if (to.page !== "puzzles" || to.game !== this.game.key) return false;
    this.load(to.grade, to.number);
    return true;
  }

  /** @param {string} [wanted] @param {number} [number] */
  async load(wanted, number) {
    const mine = ++this.asked;
    this.busy = this.loading = true;
    const open = (/** @type {Grade} */ one) => this.solved.of(one.key).length < one.count;
    const grade = this.grades.find((one) => one.key === wanted) ?? this.grades.find(open) ?? this.grades[0];
    try {
      const puzzle = await api.puzzle(this.game.key, wanted ?? grade.key, number ?? this.solved.next(grade));
      if (mine !== this.asked) return;
      this.puzzle = puzzle;
      this.loading = this.hinted = false;
      this.begin();
    } catch (problem) {
      if (mine !== this.asked) return;
      this.busy = this.loading = false;
      if (!this.puzzle) throw problem;
      this.complain(problem);
    }
  }

  begin() {
    if (!this.puzzle || this.loading) return;
    this.asked += 1;
    this.made = [];
    this.task = this.puzzle.task;
    this.busy = this.won = false;
    this.see(this.puzzle.position);
    this.say(this.puzzle.one_move
      ? say("Find the move. Others are not made, and you are told what they come to.")
      : say("Find the move that wins. Others are taken back, and you are told what they come to."));
    const [taps, zoom] = boardTools(this.game, this.board);
    fill(this.parts.tools, taps, zoom);
    this.outline();
  }

  /** @param {Position} position @param {{pointed?: At[], chosen?: At | null}} [look] */
  see(position, look = {}) {
    this.position = position;
    this.look = look;
    this.draw();
  }

  /**
   * @param {string} words
   * @param {Reason[]} [why]
   * @param {"" | "right" | "wrong"} [kind]
   */
  say(words, why = [], kind = "") {
    this.parts.verdict.className = `verdict ${kind}`;
    fill(this.parts.verdict,
      el("p", { class: "sentence" }, words),
      why.length > 0 && reasonList(why));
  }

  /** @param {unknown} problem */
  complain(problem) {
    this.say(problem instanceof Error ? problem.message : String(problem), [], "wrong");
  }

  /** Make a move: the disc falls at once, and is taken back if it does not win. @param {string} move */
  async attempt(move) {
    const { puzzle, game, position } = this;
    if (!puzzle || !position || this.busy || this.won) return;
    const mine = ++this.asked;
    this.busy = true;
    const made = [...this.made, move];
    const before = [...(puzzle.position.moves ?? []), ...made];
    try {
      const judged = api.tryMove(puzzle, game.key, made);
      judged.catch(() => {}); // it is waited for below
      if (!puzzle.one_move) {
        const after = await api.position({ game: game.key, moves: before });
        if (mine !== this.asked) return;
        this.see(after);
        await new Promise((done) => setTimeout(done, PAUSE));
      }
      const tried = await judged;
      if (mine !== this.asked) return;
      this.busy = false;
      if (tried.right) this.made = tried.reply ? [...made, tried.reply] : made;
      this.task = tried.task ?? this.task;
      this.won = tried.solved;
      const pointed = tried.why.flatMap((reason) => reason.cells);
      this.see(tried.position, { pointed, chosen: puzzle.one_move ? where(position.scene, move) : null });
      const words = this.sentence(tried);
      const told = tried.solved && this.hinted ? `${words} ${say("A hint helped: solve it again another time.")}` : words;
      this.say(told, tried.why, tried.right ? "right" : "wrong");
      if (tried.solved) this.celebrate(puzzle);
    } catch (problem) {
      if (mine !== this.asked) return;
      this.busy = false;
      this.see(position);
      this.complain(problem);
    }
  }

  /** @param {Tried} tried */
  sentence({ words, reply, position }) {
    if (!reply) return words;
    const seat = capital(this.game.seat_names[1 - position.turn] ?? "");
    return `${words} ${say("{seat} plays {move}.", { seat, move: position.names.at(-1) ?? reply })}`;
  }

  /** @param {Puzzle} puzzle */
  celebrate(puzzle) {
    const list = this.hinted ? this.helped : this.solved;
    list.add(puzzle.grade, puzzle.number);
    this.outline();
    this.parts.next.focus({ preventScroll: true });
  }

  async hint() {
    const { puzzle, position } = this;
    if (!puzzle || !position || this.busy || this.won) return;
    const mine = ++this.asked;
    this.busy = true;
    this.say(say("Thinking…"));
    try {
      const found = await api.puzzleHint(puzzle, this.game.key, this.made);
      if (mine !== this.asked) return;
      this.busy = false;
      this.hinted = true;
      this.see(position, { pointed: found.why.flatMap((reason) => reason.cells), chosen: found.at });
      this.say(say("Hint: {move}", { move: spoken(position.scene, this.game, found) }), found.why);
    } catch (problem) {
      if (mine !== this.asked) return;
      this.busy = false;
      this.complain(problem);
    }
  }

  draw() {
    const { position, game, flip, parts, puzzle } = this;
    if (!position || !puzzle) return;
    const { scene, last, turn, ended } = position;
    const look = { flip, last, say, seatNames: game.seat_names, ...this.look };
    this.board.show(scene, look, { enabled: !ended && !this.won && turn === puzzle.seat, seat: turn });
    parts.status.textContent = ended ? capital(ended) : capital(this.task);
    parts.status.className = `status ${ended ? "ended" : "yours"}`;
    parts.hint.setAttribute("aria-disabled", String(Boolean(ended)));
    parts.flip.setAttribute("aria-pressed", String(flip));
    parts.flip.hidden = puzzle.one_move === true && game.seats === 1;
    /** @type {Record<string, string>} */
    const query = position.moves ? { moves: position.moves.join(" ") } : { position: position.position };
    parts.analyse.href = address({ page: "position", game: game.key, query });
  }

  /** The grades, and the puzzles of this one. */
  outline() {
    const { puzzle, grades, parts, game } = this;
    if (!puzzle) return;
    const to = (/** @type {string} */ grade, /** @type {number} */ number) =>
      address({ page: "puzzles", game: game.key, grade, number });
    const here = grades.find((one) => one.key === puzzle.grade) ?? grades[0];
    const name = say("{grade}, puzzle {n}", { grade: here.title, n: puzzle.number });
    parts.title.textContent = say("{title}: {words}", { title: game.title, words: name });
    document.title = `${parts.title.textContent} · damier`;
    parts.next.href = to(here.key, this.solved.next(here, puzzle.number));
    parts.next.classList.toggle("primary", this.won);
    fill(parts.list,
      el("ul", { class: "grades" }, grades.map((one) => el("li", {},
        el("a", { href: to(one.key, this.solved.next(one)), "aria-current": one === here ? "true" : null },
          one.title, " ", el("span", { class: "quiet" }, `${this.solved.of(one.key).length}/${one.count}`))))),
      el("h2", {}, here.title),
      el("ol", { class: "numbers" }, [...Array(here.count).keys()].map((at) => el("li", {}, this.link(here, at + 1)))));
  }

  /** @param {Grade} grade @param {number} number */
  link(grade, number) {
    const kind = this.solved.of(grade.key).includes(number) ? "done"
      : this.helped.of(grade.key).includes(number) ? "helped" : "";
    const names = {
      "": say("Puzzle {n}", { n: number }),
      done: say("Puzzle {n}, solved", { n: number }),
      helped: say("Puzzle {n}, with help", { n: number }),
    };
    return el("a", {
      href: address({ page: "puzzles", game: this.game.key, grade: grade.key, number }),
      class: kind || null,
      "aria-current": number === this.puzzle?.number ? "page" : null,
      "aria-label": names[kind],
      title: kind ? names[kind] : null,
    }, String(number));
  }
}
