/** A game of a tournament, replayed: the board, and what each engine thought of the move that it made. */
import * as api from "../../api.js";
import { Board } from "../../board/board.js";
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { capital, odds, sentence } from "../../pure/formatting.js";
import { queryOf } from "../../pure/position_url.js";
import { address } from "../../router.js";
import { ChanceGraph } from "../../shared/chance_graph.js";
import { copyButton } from "../../shared/copy_link.js";
import { effort, proof } from "../../shared/engine_opinion.js";
import { MoveList } from "../../shared/move_list.js";
import { MoveNavigation } from "../../shared/move_navigation.js";
import { emblem } from "../../shared/players_panel.js";
import { loadStylesheet } from "../../shared/stylesheet.js";

/** @import { Game, PlayedGame, Review, View } from "../../types.js" */

/** @param {Element} host @param {string} id @param {number} number @returns {Promise<() => void>} */
export async function replayPage(host, id, number) {
  const sheets = ["stage", "table", "review", "graph", "tournaments"].map(loadStylesheet);
  const [games, played] = await Promise.all([api.games(), api.arenaGame(id, number), ...sheets]);
  const game = games.find((one) => one.key === played.game);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const page = new ReplayPage(host, id, game, played);
  // The engines begin after the opening: so does the replay.
  await page.navigation.to(Math.min(played.opening, played.notation.length));
  page.draw();
  return () => page.leave();
}

/**
 * What the chart shows: the same as a review does, but that nobody judges.
 * @param {PlayedGame} played
 * @returns {Review}
 */
export function asReview(played) {
  const moments = played.notation.flatMap((move, ply) => {
    const name = played.names[ply];
    const view = played.views[ply];
    return view && view.chance !== null ? [{
      ply, move, name, seat: played.turns[ply], at: null, label: view.label ?? "", chance: view.chance,
      best: move, best_name: name, best_at: null, best_label: "", best_chance: view.chance, cost: 0,
      verdict: /** @type {"good"} */ ("good"), title: "", remark: null, why: [], then: [], proven: view.proven,
    }] : [];
  });
  return {
    state: "done", problem: null, done: moments.length, total: moments.length, level: null, title: null, about: null,
    accuracy: [], graph: played.graph, moments,
  };
}

/** The chances as the engines saw them; the table tells how deep they looked. */
class ThoughtGraph extends ChanceGraph {
  /** @param {Game} game @param {PlayedGame} played @param {(step: number) => void} go @param {(step: number) => string} name */
  constructor(game, played, go, name) {
    super(game, played.notation.length, go, name);
    this.played = played;
  }

  tabulate() {
    if (!this.fold.open) return;
    const { played } = this;
    const heads = [say("Move"), say("Player"), say("Played"), say("Opinion"), chanceTitle(this.game), say("Depth"), say("Positions")];
    fill(this.table, el("table", {},
      el("caption", { class: "unseen" }, say("What the engines thought")),
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, played.names.map((move, ply) => {
        const view = played.views[ply];
        return el("tr", {},
          el("th", { scope: "row" }, String(ply + 1)),
          el("td", {}, played.sides[played.turns[ply]]?.name ?? ""),
          el("td", {}, move),
          el("td", {}, view ? view.label ?? "" : say("opening")),
          el("td", {}, view && view.chance !== null ? odds(this.game, view.chance) : ""),
          el("td", {}, view?.depth ? String(view.depth) : ""),
          el("td", {}, view?.nodes ? String(view.nodes) : ""));
      }))));
  }
}

class ReplayPage {
  /** @param {Element} host @param {string} id @param {Game} game @param {PlayedGame} played */
  constructor(host, id, game, played) {
    this.id = id;
    this.game = game;
    this.played = played;
    this.review = asReview(played);
    const source = { id, moves: played.notation };
    this.navigation = new MoveNavigation(() => source, () => this.arrive(), (ply) => api.arenaPly(id, played.number, ply));
    const go = (/** @type {number} */ step) => {
      this.navigation.to(step);
    };
    this.graph = new ThoughtGraph(game, played, go, (step) => this.name(step));
    // Of engines that say nothing there is nothing to show.
    this.graph.node.hidden = this.review.moments.length === 0;
    this.moves = new MoveList(go, (index) => (index < played.opening ? { kind: "opening", title: say("opening") } : null));
    this.analyse = el("a", { class: "button" }, say("Analyse from here"));
    this.parts = {
      board: el("div", { class: "board-room" }),
      moment: el("section", { class: "moment", "aria-label": say("This move") }),
    };
    fill(host, this.layout());
    // A click on the board must not take the arrow keys away from the steps.
    this.parts.board.addEventListener("mousedown", (event) => event.preventDefault());
    this.board = new Board(this.parts.board, game, () => {});
  }

  layout() {
    const { parts, played, id } = this;
    return [
      el("nav", { class: "crumbs", "aria-label": say("Where you are") },
        el("a", { href: address({ page: "tournament", id }) }, say("Tournament of {game}", { game: played.title }))),
      el("h1", {}, say("Game {number}", { number: played.number })),
      el("p", { class: "lead as-is" }, sentence(played.words, played.sides.map((side) => side.name))),
      el("div", { class: "review" },
        el("div", { class: "stage" }, parts.board, this.navigation.node),
        el("div", { class: "review-side" },
          parts.moment,
          el("aside", { class: "panel", "aria-label": say("Game") }, this.sides(), this.moves.node, this.links())),
        this.graph.node),
    ];
  }

  /** Who sat where. */
  sides() {
    const { game, played } = this;
    return el("ul", { class: "players sides" }, played.sides.map((side, seat) =>
      el("li", { class: "player" },
        game.seats > 1 && emblem(game, seat),
        el("span", { class: "player-words" },
          el("strong", {}, side.name), game.seats > 1 && el("span", { class: "quiet small" }, capital(side.seat))),
        el("span", { class: "points" }, points(played.points[seat])))));
  }

  links() {
    const { id, played } = this;
    const to = (/** @type {number} */ number, /** @type {string} */ title) => number >= 0 && number < played.played
      && el("a", { class: "button", href: address({ page: "replay", id, number }) }, title);
    return el("div", { class: "review-links" },
      el("div", { class: "twins" }, to(played.number - 1, say("Previous game")), to(played.number + 1, say("Next game"))),
      this.analyse,
      copyButton(say("Copy link"), () => address({ page: "replay", id, number: played.number })));
  }

  leave() {
    this.graph.leave();
    this.navigation.leave();
  }

  /** Who made the move that led to a step. @param {number} step */
  mover(step) {
    return this.played.sides[this.played.turns[step - 1]]?.name ?? "";
  }

  /** What a step is called, aloud. @param {number} step */
  name(step) {
    if (step === 0) return say("The beginning");
    const view = this.played.views[step - 1];
    return [say("Move {n}", { n: step }), this.mover(step), this.played.names[step - 1], view?.label]
      .filter(Boolean).join(", ");
  }

  arrive() {
    announce(this.name(this.navigation.ply));
    this.draw();
  }

  draw() {
    const { played, game, navigation } = this;
    const step = navigation.ply;
    navigation.draw();
    this.graph.show(this.review, step);
    this.moves.show(played.names, step);
    fill(this.parts.moment, this.card(step));
    const now = navigation.shown ?? played.end;
    this.board.show(now.scene, { say, seatNames: game.seat_names, last: now.last }, { enabled: false, seat: now.turn });
    const moves = played.notation.slice(0, now.ply);
    const query = queryOf(game, { options: played.options, moves, position: now.position });
    this.analyse.setAttribute("href", address({ page: "position", game: game.key, query }));
  }

  /** What there is to say of a move. @param {number} step */
  card(step) {
    const { played } = this;
    if (step === 0) {
      return [
        el("h2", {}, say("The beginning")),
        el("p", { class: "quiet" }, say("Step through the game with the arrow keys, the slider or the list.")),
      ];
    }
    const move = played.names[step - 1];
    const made = played.sides.length > 1 ? say("{seat}: {move}", { seat: this.mover(step), move }) : move;
    return [el("h2", {}, `${step}. ${made}`), ...thought(this.game, played.views[step - 1], step <= played.opening)];
  }
}

/** What the number beside an opinion is. @param {Game} game */
function chanceTitle(game) {
  return game.risk ? say("Risk") : say("Winning chance");
}

/**
 * What an engine thought of its move.
 * @param {Game} game
 * @param {View | null | undefined} view
 * @param {boolean} opening
 */
function thought(game, view, opening) {
  if (opening) return [el("p", { class: "quiet" }, say("Part of the opening: the engines began after it."))];
  if (!view || (view.label === null && view.chance === null)) {
    return [el("p", { class: "quiet" }, say("The engine did not say what it thought."))];
  }
  const looked = effort(view);
  const fact = (/** @type {string} */ title, /** @type {import("../../dom.js").Child[]} */ ...words) =>
    el("div", {}, el("dt", { class: "quiet" }, title), el("dd", {}, words));
  return [
    el("dl", { class: "thought" },
      view.label !== null && fact(say("Opinion"), capital(view.label), view.proven && proof()),
      view.chance !== null && fact(chanceTitle(game), odds(game, view.chance))),
    looked && el("p", { class: "quiet small" }, looked),
  ];
}

/** What a side got: 1, a half, 0. @param {number | undefined} value */
function points(value) {
  return value === 0.5 ? "½" : String(value ?? "");
}
