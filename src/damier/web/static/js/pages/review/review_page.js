/** The review of a game: its chances move by move, and what would have been better. */
import * as api from "../../api.js";
import { Board } from "../../board/board.js";
import { steps } from "../../board/continuation.js";
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { capital, company, exactly } from "../../pure/formatting.js";
import { byStep, nextMistake, sign } from "../../pure/mistakes.js";
import { address } from "../../router.js";
import { ChanceGraph } from "../../shared/chance_graph.js";
import { copyButton } from "../../shared/copy_link.js";
import { FromHere } from "../../shared/from_here.js";
import { MoveList } from "../../shared/move_list.js";
import { MoveNavigation } from "../../shared/move_navigation.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { asLines, isWorse, judgedMove } from "./judged_move.js";
import { accuracies, progress } from "./review_summary.js";

/** @import { Game, Moment, Ply, Review, Table } from "../../types.js" */

/** How long to wait before the review is asked for again, in milliseconds. */
const PAUSE = 2000;

/** What is shown before anything has been looked at. @type {Review} */
const NOTHING = {
  state: "none", problem: null, done: 0, total: 0, level: null, title: null, about: null,
  accuracy: [], graph: [], moments: [],
};

/** @param {Element} host @param {string} id @returns {Promise<() => void>} */
export async function reviewPage(host, id) {
  const sheets = ["stage", "table", "review", "graph", "from_here"].map(loadStylesheet);
  const [games, table] = await Promise.all([api.games(), api.table(id), ...sheets]);
  const game = games.find((one) => one.key === table.game);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const page = new ReviewPage(host, game, table);
  await page.navigation.to(0);
  page.begin();
  return () => page.leave();
}

class ReviewPage {
  /** @param {Element} host @param {Game} game @param {Table} table */
  constructor(host, game, table) {
    this.game = game;
    this.table = table;
    this.review = NOTHING;
    /** The moments that were judged, by how many moves had been made after each. @type {Map<number, Moment>} */
    this.moments = new Map();
    /** The position before the move, to show what would have been better in it. @type {Ply | null} */
    this.before = null;
    /** Whether the board shows the better move in place of the one that was made. */
    this.better = false;
    /** What the card of the move says now. */
    this.told = "";
    this.left = false;
    this.timer = 0;
    this.unwatch = () => {};
    this.navigation = new MoveNavigation(() => this.table, () => this.arrive());
    this.graph = new ChanceGraph(game, table.moves.length, (step) => this.navigation.to(step), (step) => this.name(step));
    this.moves = new MoveList((step) => this.navigation.to(step), (index) => this.note(index));
    this.here = new FromHere(game);
    this.parts = {
      board: el("div", { class: "board-room" }),
      moment: el("section", { class: "moment", "aria-label": say("This move") }),
      progress: el("div", { class: "review-state" }),
      accuracy: el("ul", { class: "accuracies" }),
      mistakes: this.mistakes(),
    };
    fill(host, this.layout());
    // A click on the board must not take the arrow keys away from the steps.
    this.parts.board.addEventListener("mousedown", (event) => event.preventDefault());
    this.board = new Board(this.parts.board, game, () => {});
  }

  layout() {
    const { parts, table } = this;
    const about = [table.ended ? capital(table.ended.words) : say("not over yet"), company(table), exactly(table.updated)];
    return [
      el("nav", { class: "crumbs", "aria-label": say("Where you are") },
        el("a", { href: address({ page: "table", id: table.id }) }, say("Back to the game"))),
      el("h1", {}, say("Review of {game}", { game: table.title })),
      el("p", { class: "lead" }, about.join(" · ")),
      el("div", { class: "review" },
        el("div", { class: "stage" }, parts.board, this.navigation.node),
        el("div", { class: "review-side" },
          parts.moment,
          el("aside", { class: "panel", "aria-label": say("Review") },
            parts.progress, parts.accuracy, parts.mistakes, this.moves.node, this.links())),
        this.graph.node),
    ];
  }

  mistakes() {
    const button = (/** @type {1 | -1} */ direction, /** @type {string} */ title) =>
      el("button", { type: "button", click: () => {
        const step = nextMistake(this.review, this.navigation.ply, direction);
        if (step === null) announce(say("There is none."));
        else this.navigation.to(step);
      } }, title);
    // Not there before there is a mistake to go to.
    return el("div", { class: "twins", hidden: true }, button(-1, say("Previous mistake")), button(1, say("Next mistake")));
  }

  links() {
    const { id } = this.table;
    return el("div", { class: "review-links" },
      this.here.node,
      copyButton(say("Copy link to the game"), () => address({ page: "table", id })),
      copyButton(say("Copy link to the review"), () => address({ page: "review", id })));
  }

  /** Ask for the review, and hear how it grows. */
  async begin() {
    this.unwatch();
    try {
      this.see(await api.review(this.table.id));
    } catch (problem) {
      // A server that starts again goes on where it was.
      if (problem instanceof api.Refused && problem.status === 0 && this.review.state === "running") return this.later();
      const words = problem instanceof Error ? problem.message : String(problem);
      this.see({ ...this.review, state: "failed", problem: words });
    }
    if (this.left || this.review.state !== "running") return;
    this.unwatch = api.watch(this.table.id, {
      // It knows of no review that nobody has asked it for.
      review: (now) => (now.state === "none" ? this.later() : this.see(now)),
      changed: (connected) => connected || this.later(),
    }, { review: true });
  }

  /** Ask again in a moment: where a connection is lost, or cannot be, asking is how a page still learns of it. */
  later() {
    clearTimeout(this.timer);
    if (!this.left) this.timer = window.setTimeout(() => this.begin(), PAUSE);
  }

  leave() {
    this.left = true;
    clearTimeout(this.timer);
    this.unwatch();
    this.graph.leave();
    this.navigation.leave();
  }

  /** A newer word of the reviewer. @param {Review} now */
  see(now) {
    if (this.left) return;
    if (now.state === "done" && this.review.state === "running") announce(say("The review is complete."));
    if (now.state !== "running") {
      clearTimeout(this.timer);
      this.unwatch();
    }
    this.review = now;
    this.moments = byStep(now);
    fill(this.parts.progress, progress(now, () => this.begin()));
    fill(this.parts.accuracy, accuracies(now, this.table, this.game));
    this.parts.mistakes.hidden = nextMistake(now, 0, 1) === null;
    // A game that cannot be reviewed has no chances to show.
    this.graph.node.hidden = this.parts.accuracy.hidden = now.state === "failed" && !now.moments.length;
    const focused = this.moves.list.contains(document.activeElement);
    this.moves.renote();
    if (focused) this.moves.button(this.navigation.ply - 1)?.focus({ preventScroll: true });
    this.draw();
  }

  /** What the list says of a move: mistakes only, or nobody would see them. @param {number} index */
  note(index) {
    const moment = this.moments.get(index + 1);
    return moment && sign(moment) ? { kind: moment.verdict, title: moment.title } : null;
  }

  /** What a step is called, aloud. @param {number} step */
  name(step) {
    if (step === 0) return say("The beginning");
    const moment = this.moments.get(step);
    const seat = moment && this.game.seats > 1 ? this.game.seat_names[moment.seat] : "";
    return [say("Move {n}", { n: step }), seat, this.table.names[step - 1], moment?.title].filter(Boolean).join(", ");
  }

  /** Another moment is shown; the one before it is needed to say what would have been better. */
  async arrive() {
    const { ply } = this.navigation;
    this.better = false;
    this.before = null;
    announce(this.name(ply));
    this.draw();
    if (ply === 0) return;
    const before = await this.navigation.fetch(ply - 1).catch(() => null);
    if (this.left || ply !== this.navigation.ply) return; // somebody went on meanwhile
    this.before = before;
    this.draw();
  }

  draw() {
    const { review, game, before } = this;
    const step = this.navigation.ply;
    const moment = this.moments.get(step);
    this.navigation.draw();
    this.graph.show(review, step);
    this.moves.show(this.table.names, step);
    const told = JSON.stringify([step, moment ?? review.state, before !== null, this.better]);
    if (told !== this.told) {
      // Only what is new is told: a button that has the focus must not vanish under a growing review.
      this.told = told;
      fill(this.parts.moment, moment
        ? judgedMove({ game, moment, scene: before?.scene ?? null, shown: this.better, toggle: () => this.toggle() })
        : this.unjudged(step));
    }
    this.paint(moment);
  }

  /** What is said of a step on which there is no opinion. @param {number} step */
  unjudged(step) {
    if (step === 0) {
      return [
        el("h2", {}, say("The beginning")),
        el("p", { class: "quiet" }, say("Step through the game with the arrow keys, the slider or the list.")),
      ];
    }
    return [
      el("h2", {}, `${step}. ${this.table.names[step - 1]}`),
      this.review.state === "running" && el("p", { class: "quiet" }, say("Not looked at yet.")),
    ];
  }

  toggle() {
    this.better = !this.better;
    this.draw();
    document.getElementById("better")?.focus();
  }

  /** The board: after the move, or before it with both moves beside each other. @param {Moment | undefined} moment */
  paint(moment) {
    const { table, game, navigation } = this;
    const now = navigation.shown ?? { ...table, ply: table.moves.length };
    const worse = moment && isWorse(moment) ? moment : null;
    const look = { say, seatNames: game.seat_names, ...(worse && sign(worse) ? proposal(worse) : {}) };
    if (worse && this.better && this.before) {
      // What is expected after the better move; where nothing is, both moves beside each other.
      const lines = asLines(worse);
      const shown = worse.then.length
        ? { ...look, ...proposal(worse), pointed: [] } : { ...look, chosen: null, pointed: [], heat: lines };
      this.board.show(this.before.scene, shown, { enabled: false, seat: worse.seat });
      this.board.tell(worse.then.length ? steps(lines[0], worse.seat) : []);
    } else {
      this.board.show(now.scene, { ...look, last: now.last }, { enabled: false, seat: now.turn });
      this.board.tell([]);
    }
    this.here.show(table, now);
  }
}

/** The better move and the cells of its reasons, framed. @param {Moment} moment */
function proposal(moment) {
  const pointed = moment.why.flatMap((reason) => reason.cells);
  return { chosen: moment.best_at, proposed: moment.best, gesture: moment.best_gesture, pointed };
}
