/** Any position: set up, played on, and analysed while an engine thinks. Each step is an address of its own. */
import * as api from "../../api.js";
import { Board } from "../../board/board.js";
import { announce, el, fill, toast } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { queryOf, movesIn, startOf, withMoves } from "../../pure/position_url.js";
import { address } from "../../router.js";
import { pageKeys } from "../../shared/page_keys.js";
import { boardTools } from "../../shared/board_tools.js";
import { copyButton } from "../../shared/copy_link.js";
import { LiveAnalysis } from "../../shared/live_analysis.js";
import { MoveList } from "../../shared/move_list.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { playFrom } from "./play_from_here.js";
import { SetupForm } from "./setup_form.js";

/** @import { PositionQuery } from "../../pure/position_url.js" */
/** @import { Route } from "../../router.js" */
/** @import { Game, Position } from "../../types.js" */

/**
 * @param {Element} host
 * @param {string} key
 * @param {PositionQuery} query
 * @returns {Promise<(() => void) & {follow: (to: Route) => boolean}>}
 */
export async function positionPage(host, key, query) {
  const [games] = await Promise.all([api.games(), ...["stage", "table", "analysis", "position"].map(loadStylesheet)]);
  const game = games.find((one) => one.key === key);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const page = new PositionPage(host, games, game);
  // Who comes with nothing comes to set something up.
  page.setupForm.node.open = Object.keys(query).length === 0;
  await page.load(query);
  return Object.assign(() => page.leave(), { follow: (/** @type {Route} */ to) => page.follow(to) });
}

class PositionPage {
  /** @param {Element} host @param {Game[]} games @param {Game} game */
  constructor(host, games, game) {
    this.games = games;
    this.game = game;
    this.flip = false;
    /** What is shown, as its address gives it. @type {PositionQuery} */
    this.query = {};
    /** @type {Position | null} */
    this.position = null;
    /** Counts the questions: a slow answer to an older one must not appear. */
    this.asked = 0;
    /** The position that an engine thinks about. */
    this.pondered = "";
    this.unwatch = () => {};
    this.parts = {
      status: el("p", { class: "status", id: "status" }),
      board: el("div", { class: "board-room" }),
      tools: el("div", { class: "tools" }),
      back: this.button(say("Take back"), () => this.back()),
      flip: this.button(say("Flip"), () => this.turn()),
      play: el("div", { class: "play-from" }),
    };
    this.board = new Board(this.parts.board, game, (aim) => this.play(aim.move), (spot) => this.analyst.point(spot));
    this.forgetKeys = pageKeys(this.board);
    this.analyst = new LiveAnalysis(game, (steps) => this.board.tell(steps), () => this.draw());
    this.analyst.on = true;
    this.moves = new MoveList((ply) => this.go(withMoves(this.query, this.made().slice(0, ply))));
    this.setupForm = new SetupForm(game, { place: (wanted) => this.go(wanted), follow: (to) => this.take(to) });
    fill(host, this.layout());
  }

  layout() {
    const { parts, game } = this;
    return [
      el("nav", { class: "crumbs", "aria-label": say("Where you are") }, el("a", { href: "#/" }, say("All games"))),
      el("h1", {}, say("Analyse {game}", { game: game.title })),
      el("div", { class: "position" },
        el("div", { class: "stage" },
          parts.status,
          el("div", { class: "field-of-play" }, this.analyst.standing.node, parts.board),
          el("div", { class: "under" },
            el("div", { class: "position-acts" },
              parts.back, parts.flip, copyButton(say("Copy link"), () => this.address(this.query))),
            parts.tools)),
        el("aside", { class: "panel", "aria-label": say("Analysis") },
          this.setupForm.node, this.analyst.node, this.moves.node, parts.play)),
    ];
  }

  /** @param {string} title @param {() => void} run */
  button(title, run) {
    return el("button", { type: "button", click: (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      if (button.getAttribute("aria-disabled") !== "true") run();
    } }, title);
  }

  leave() {
    this.forgetKeys();
    this.asked += 1;
    this.unwatch();
    this.analyst.leave();
  }

  /** The moves that were made from where it began. */
  made() {
    return movesIn(this.query.moves ?? "");
  }

  /** @param {PositionQuery} query */
  address(query) {
    return address({ page: "position", game: this.game.key, query });
  }

  /** Whether this page can show another address by itself: another position of the same game. @param {Route} to */
  follow(to) {
    if (to.page !== "position" || to.game !== this.game.key) return false;
    this.load(to.query);
    return true;
  }

  /** To another position; the address changes first, so that Back works. @param {PositionQuery} query */
  go(query) {
    const hash = this.address(query);
    if (location.hash === hash) this.load(query);
    else location.hash = hash;
  }

  /** @param {PositionQuery} query */
  async load(query) {
    const mine = ++this.asked;
    try {
      const position = await api.position(startOf(this.game, query));
      // Several moves written as one, 4453, come back apart: Back takes one of them.
      const apart = position.moves ? withMoves(query, position.moves) : query;
      if (mine === this.asked) this.see(apart, position);
    } catch (problem) {
      if (mine !== this.asked) return;
      // What was wrong stands beside the field that it came from; the board keeps what it has.
      this.setupForm.show(query, null);
      const words = problem instanceof Error ? problem.message : String(problem);
      this.setupForm.complain(query.position === undefined ? "moves" : "text", words);
      if (this.position) return;
      const usual = await api.position({ game: this.game.key });
      if (mine === this.asked) this.settle({}, usual);
    }
  }

  /** @param {PositionQuery} query @param {Position} position */
  see(query, position) {
    const before = this.position;
    this.settle(query, position);
    this.setupForm.show(query, position);
    if (before) announce(this.words());
  }

  /** @param {PositionQuery} query @param {Position} position */
  settle(query, position) {
    this.query = query;
    this.position = position;
    this.analyst.forget();
    fill(this.parts.play, playFrom(this.game, query, position));
    this.draw();
    const [taps, zoom] = boardTools(this.game, this.board);
    fill(this.parts.tools, position.playable && taps, zoom);
  }

  /** Whose turn it is, or how it ended. */
  words() {
    const { position, game } = this;
    if (!position) return "";
    if (position.ended) return capital(position.ended);
    const seat = capital(game.seat_names[position.turn] ?? "");
    const last = position.names.at(-1);
    const turn = game.seats > 1 ? say("{seat} to move", { seat }) : game.title;
    return last ? `${last}. ${turn}` : turn;
  }

  draw() {
    const { position, game, flip, parts } = this;
    if (!position) return;
    const { scene, last, turn, ended, playable } = position;
    this.analyst.draw(scene, flip, ended ? say("The game is over.") : null);
    const look = { flip, last, say, seatNames: game.seat_names, ...this.analyst.look() };
    this.board.show(scene, look, { enabled: playable && !ended, seat: turn });
    const seat = capital(game.seat_names[turn] ?? "");
    parts.status.textContent = ended ? capital(ended) : game.seats > 1 ? say("{seat} to move", { seat }) : "";
    parts.status.hidden = !parts.status.textContent;
    parts.status.className = `status ${ended ? "ended" : "yours"}`;
    parts.back.setAttribute("aria-disabled", String(this.made().length === 0));
    this.moves.node.hidden = !playable && this.made().length === 0;
    parts.flip.setAttribute("aria-pressed", String(flip));
    this.moves.show(position.names, position.names.length);
    this.ponder(position);
  }

  /** Let an engine think about what is shown, if that is wanted. @param {Position} position */
  ponder(position) {
    const wanted = this.analyst.wanted ? position.position : "";
    if (wanted === this.pondered) return;
    this.pondered = wanted;
    this.unwatch();
    this.unwatch = wanted
      ? api.ponder(this.game.key, wanted, {
        analysis: (pushed) => this.analyst.see(pushed), preparing: (words) => this.analyst.prepare(words),
      })
      : () => {};
  }

  /** @param {string} move */
  play(move) {
    this.go(withMoves(this.query, [...this.made(), move]));
  }

  back() {
    this.go(withMoves(this.query, this.made().slice(0, -1)));
  }

  turn() {
    this.flip = !this.flip;
    this.draw();
  }

  /** Take the position that a link leads to. @param {Route} to */
  async take(to) {
    if (to.page === "position") {
      location.hash = address(to);
    } else if (to.page === "table" || to.page === "review" || to.page === "join") {
      const table = await api.table(to.id);
      const game = this.games.find((one) => one.key === table.game);
      if (game) location.hash = address({ page: "position", game: game.key, query: queryOf(game, table) });
    } else {
      toast(say("This is not a link to a game of damier."));
    }
  }
}
