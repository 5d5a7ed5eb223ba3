/** One game: the board, who plays, what can be done, and what an engine thinks. */
import * as api from "../../api.js";
import { Board } from "../../board/board.js";
import { offers } from "../../board/lattice.js";
import { announce, el, fill, note, toast } from "../../dom.js";
import { say } from "../../language.js";
import { canPlayAgain, isUnadvised } from "../../pure/table_actions.js";
import { address } from "../../router.js";
import { boardTools, keysFor } from "../../shared/board_tools.js";
import { LiveAnalysis } from "../../shared/live_analysis.js";
import { MoveList } from "../../shared/move_list.js";
import { MoveNavigation } from "../../shared/move_navigation.js";
import { pageKeys } from "../../shared/page_keys.js";
import { PaceControls } from "../../shared/pace_controls.js";
import { looksOn, news, players, rules, spoken, status } from "../../shared/players_panel.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { ActionButtons } from "./action_buttons.js";
import { Clocks } from "./clocks.js";
import { Feedback } from "./feedback.js";
import { HintPanel } from "./hint_panel.js";
import { invitation, watchLink } from "./invitation_links.js";
import { OpponentRequests } from "./opponent_requests.js";

/** @import { Game, Table } from "../../types.js" */

/** How often a change is tried again when the game went on meanwhile. */
const TRIES = 5;
/** How long a moment must be looked at before an engine thinks about it, in milliseconds. */
const REST = 250;

/** @param {Element} host @param {string} id @returns {Promise<() => void>} */
export async function tablePage(host, id) {
  const sheets = ["stage", "table", "room", "analysis"].map(loadStylesheet);
  const [games, table] = await Promise.all([api.games(), api.table(id), ...sheets]);
  const game = games.find((one) => one.key === table.game);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const page = new TablePage(host, game, table);
  return () => page.leave();
}

class TablePage {
  /** @param {Element} host @param {Game} game @param {Table} table */
  constructor(host, game, table) {
    this.game = game;
    this.table = table;
    this.flip = false;
    /** Whether an answer is awaited: a second click meanwhile would be refused as old. */
    this.busy = false;
    /** Which version the awaited answer was asked for. */
    this.sent = -1;
    /** Settles when that answer has been heard. @type {Promise<void>} */
    this.answer = Promise.resolve();
    /** A move that was made while an answer was awaited, where nobody else moves in between. @type {string | null} */
    this.next = null;
    this.parts = {
      table: el("div", { class: "table" }),
      status: el("p", { class: "status", id: "status" }),
      players: el("ul", { class: "players", "aria-label": say("Players") }),
      board: el("div", { class: "board-room" }),
      tools: el("div", { class: "tools" }),
      here: el("div", { class: "here", hidden: true }),
      invitation: el("div", { class: "awaited" }),
      requests: el("div", { class: "requests" }),
      watching: el("p", { hidden: true }, say("You are watching.")),
      practice: el("p", { hidden: true }, say("For practice: what was seen has been taken back.")),
      lost: el("p", { class: "lost", hidden: true }),
    };
    this.board = new Board(this.parts.board, game, (aim) => this.move(aim.move), this.point.bind(this));
    this.board.refuse = async (mark, gesture) =>
      (await import("./why_not.js")).sayWhyNot(this.table, game, this.back.wanted !== null, mark, gesture);
    this.board.shown = (aim) => note(say("Tap again to play {move}.", { move: spoken(this.table.scene, game, { ...aim, name: aim.move }) }));
    this.feedback = new Feedback(game, this.board);
    this.forgetKeys = pageKeys(this.board, () => this.again());
    this.clocks = new Clocks();
    this.requests = new OpponentRequests((what) => this.act(what));
    this.pace = new PaceControls((pace, paused) => this.send(() => api.pace(this.table, pace, paused), TRIES));
    this.back = new MoveNavigation(() => this.table, () => this.turned());
    this.moves = new MoveList((ply) => this.back.to(ply));
    this.hints = new HintPanel(game, () => this.table, () => this.draw());
    this.analyst = new LiveAnalysis(game, (steps) => this.board.tell(steps), () => {
      this.paint();
      this.connect();
    });
    this.actions = new ActionButtons(this.runs());
    fill(host, this.layout());
    /** What the server was asked to tell, besides the table. */
    this.wish = "";
    this.timer = 0;
    /** @type {import("../../shared/from_here.js").FromHere | undefined} */
    this.here = undefined;
    this.unwatch = () => {};
    this.clocks.show(table);
    this.draw();
    fill(this.parts.tools, boardTools(game, this.board));
  }

  /** @param {import("../../board/board.js").Spot | null} spot */
  point(spot) {
    this.analyst.point(spot);
  }

  leave() {
    clearTimeout(this.timer);
    this.unwatch();
    this.forgetKeys();
    for (const part of [this.clocks, this.back, this.analyst]) part.leave();
  }

  layout() {
    const { parts } = this;
    const fold = (/** @type {string} */ title, /** @type {Node} */ inside) =>
      el("details", { class: "fold" }, el("summary", {}, title), inside);
    fill(parts.requests, this.requests.node);
    fill(parts.table,
      parts.players,
      el("div", { class: "stage" },
        el("div", { class: "status-bar" },
          parts.status,
          el("div", { class: "remarks" }, parts.lost, parts.practice, parts.watching),
          this.feedback.node),
        el("div", { class: "field-of-play" }, this.analyst.standing.node, parts.board, parts.invitation),
        el("div", { class: "under" }, this.back.node, parts.here, parts.tools)),
      el("aside", { class: "panel", "aria-label": say("Game") },
        parts.requests, this.actions.node, this.pace.node, this.hints.node, this.analyst.node,
        el("div", { class: "log" },
          this.moves.node,
          el("div", { class: "folds" },
            fold(say("Share"), watchLink(this.table)),
            fold(say("Rules"), rules(this.game)),
            fold(say("Keys"), keysFor(this.game))))));
    return [el("h1", { class: "unseen" }, this.table.title), parts.table];
  }

  /** @returns {Record<import("../../pure/table_actions.js").Action, () => unknown>} */
  runs() {
    return {
      hint: () => this.live(() => this.hints.hint()),
      why: () => this.live(() => this.hints.why()),
      undo: () => this.act("undo"),
      redo: () => this.act("redo"),
      draw: () => this.act("draw"),
      resign: () => this.actions.resign(() => this.act("resign")),
      flip: () => {
        this.flip = !this.flip;
        this.draw();
      },
      new: () => (location.hash = address({ page: "choose", game: this.game.key })),
    };
  }

  /** What is said of the newest position is said over the newest position. @param {() => unknown} then */
  live(then) {
    this.back.present();
    return then();
  }

  /** Another moment is shown: what was said of the one before is void. */
  turned() {
    this.hints.forget();
    this.analyst.forget();
    this.draw();
  }

  /** A newer state from the server, whoever caused it. @param {Table} now */
  see(now) {
    const before = this.table;
    if (now.version < before.version) return; // a slow answer that has been overtaken
    // What comes twice is drawn once: a large board takes its time.
    this.table = now.version === before.version ? { ...now, scene: before.scene } : now;
    this.clocks.show(now);
    if (now.version !== before.version) {
      const moved = now.moves.length !== before.moves.length || now.moves.at(-1) !== before.moves.at(-1);
      const came = now.waiting.length !== before.waiting.length;
      if (moved || came || now.ended || before.ended) announce(news(before, now, this.game));
      this.back.see(before.moves, now.moves);
      if (moved) this.hints.forget();
      if (moved && this.back.wanted === null) this.analyst.forget();
      this.feedback.see(before, now);
    }
    if (now.problem && now.problem !== before.problem) toast(now.problem);
    this.draw();
  }

  /** @param {string} move @returns {Promise<void>} */
  async move(move) {
    if (this.isOld()) {
      // In a game for one nobody moves in between: a quick hand need not wait.
      if (this.game.seats === 1) this.next = move;
      return;
    }
    await this.send(() => api.play(this.table, move));
    const next = this.next;
    this.next = null;
    // A double click asks twice for what the first click has done.
    if (next !== null && offers(this.table.scene).has(next)) await this.move(next);
  }

  /** Space at the end; not at once, because whoever pressed it may have meant a move. */
  again() {
    if (!canPlayAgain(this.table) || this.back.wanted !== null || this.feedback.hasJustEnded()) return false;
    this.act("rematch");
    return true;
  }

  /** @param {api.Act} what */
  act(what) {
    this.back.present();
    return this.send(() => api.act(this.table, what));
  }

  /**
   * @param {() => Promise<Table>} ask
   * @param {number} [tries]  how often, where the game may have gone on and the wish stays the same
   */
  async send(ask, tries = 1) {
    if (this.isOld()) return;
    await this.answer;
    if (this.busy) return; // somebody was quicker
    this.busy = true;
    this.sent = this.table.version;
    this.answer = this.hear(ask, tries);
    await this.answer;
  }

  /** Whether what is shown waits for an answer; news of it may have come before the answer itself. */
  isOld() {
    return this.busy && this.table.version === this.sent;
  }

  /** @param {() => Promise<Table>} ask @param {number} tries */
  async hear(ask, tries) {
    try {
      const now = await this.insist(ask, tries);
      if (now.id === this.table.id) this.see(now);
      else location.hash = address({ page: "table", id: now.id });
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    } finally {
      this.busy = false;
    }
  }

  /** @param {() => Promise<Table>} ask @param {number} tries @returns {Promise<Table>} */
  async insist(ask, tries) {
    try {
      return await ask();
    } catch (problem) {
      if (!(problem instanceof api.Refused) || problem.status !== 409) throw problem;
      // What was refused as old shows that something was missed.
      this.see(await api.table(this.table.id));
      if (tries < 2) throw problem;
      return this.insist(ask, tries - 1);
    }
  }

  /** Ask the server to tell what is needed now, and no more. */
  connect() {
    const { analyst, back } = this;
    const wish = analyst.wanted ? { analysis: true, ...(back.wanted === null ? {} : { ply: back.wanted }) } : {};
    const words = JSON.stringify(wish);
    if (words === this.wish) return;
    const hurries = "ply" in wish && this.wish.includes("analysis"); // somebody walks through the game
    this.wish = words;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.listen(wish), hurries ? REST : 0);
  }

  /** @param {{analysis?: boolean, ply?: number}} wish */
  listen(wish) {
    this.unwatch();
    this.unwatch = api.watch(this.table.id, {
      table: (now) => this.see(now),
      analysis: (pushed) => pushed.ply === this.back.ply && this.analyst.wanted && this.analyst.see(pushed),
      preparing: (words) => this.analyst.prepare(words),
      changed: (fine, words) => {
        this.parts.lost.hidden = fine;
        this.parts.lost.textContent = words || say("Connection lost. Trying again…");
      },
      refused: (words) => this.refused(words),
    }, wish);
  }

  /** What was asked for is not told: the game itself still is. @param {string} words */
  refused(words) {
    toast(words);
    if (this.analyst.on) this.analyst.turn(false);
  }

  draw() {
    const { table, game, parts, back } = this;
    this.paint();
    this.tell();
    fill(parts.players, players(table, game, (seat) => this.clocks.node(seat)));
    this.moves.show(table.names, back.ply);
    this.actions.show(table, { flip: this.flip });
    back.draw();
    this.lookBack();
    this.connect();
  }

  /** What can be done with a past moment: fetched when somebody looks back. */
  async lookBack() {
    const { table, game, back, parts } = this;
    const shown = isUnadvised(table) ? null : back.shown ?? (table.ended ? { ...table, ply: table.moves.length } : null);
    parts.here.hidden = shown === null;
    if (!shown) return;
    const [{ FromHere }] = await Promise.all([import("../../shared/from_here.js"), loadStylesheet("from_here")]);
    this.here ??= new FromHere(game);
    if (!parts.here.firstChild) fill(parts.here, this.here.node);
    this.here.show(table, shown);
  }

  /** The board, and what an engine thinks of it: that comes many times a second. */
  paint() {
    const { table, game, parts, back } = this;
    const past = back.shown;
    const yours = table.you.includes(table.turn) && table.to_move === "person" && !table.ended && !table.waiting.length;
    const scene = past?.scene ?? table.scene;
    const look = {
      flip: this.flip, last: past ? past.last : table.last, say, seatNames: game.seat_names,
      ...this.analyst.look(), ...this.hints.look(),
    };
    this.board.show(scene, look, { enabled: yours && back.wanted === null, seat: past ? past.turn : table.turn });
    parts.board.classList.toggle("large", this.board.large);
    parts.board.classList.toggle("past", back.wanted !== null);
    parts.table.classList.toggle("wide", scene.width > 16 && scene.width > 1.5 * scene.height);
    this.analyst.draw(scene, this.flip, this.reason());
  }

  /** Why there is no analysis, if there is none. */
  reason() {
    if (isUnadvised(this.table)) return say("No advice while people play each other by link.");
    if (this.table.ended && this.back.wanted === null) return say("The game is over: go back a move to analyse it.");
    return null;
  }

  /** What stands over the board. */
  tell() {
    const { table, game, parts } = this;
    const { words, kind } = status(table, game);
    const again = canPlayAgain(table);
    const key = JSON.stringify([words, again]);
    // A button that somebody is about to press stays the same button.
    if (parts.status.dataset.key !== key) {
      parts.status.dataset.key = key;
      const rematch = { type: "button", class: "primary", id: "rematch-now", click: () => this.act("rematch") };
      fill(parts.status, el("span", {}, words),
        again && el("button", rematch, say("Rematch")),
        table.ended && table.moves.length > 0
          && el("a", { class: "button", href: address({ page: "review", id: table.id }) }, say("Review")));
    }
    parts.status.className = `status ${kind}`;
    parts.watching.hidden = !looksOn(table);
    parts.practice.hidden = !table.practice;
    const waits = JSON.stringify([table.waiting, table.ended === null]);
    if (parts.invitation.dataset.waits !== waits) {
      parts.invitation.dataset.waits = waits; // a link that is being selected is left alone
      fill(parts.invitation, invitation(table, game));
    }
    parts.requests.classList.toggle("kept", table.shared && table.you.length > 0);
    this.requests.show(table);
    this.pace.show(table);
  }
}
