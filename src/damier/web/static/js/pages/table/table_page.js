/** One game: the board, who plays, what can be done, and what an engine thinks. */
import * as api from "../../api.js";
import { Board } from "../../board/board.js";
import { predict } from "../../board/prediction.js";
import { announce, el, fill, forgetNote, note, toast } from "../../dom.js";
import { say } from "../../language.js";
import { isTurn } from "../../pure/act_queue.js";
import { canPlayAgain, isUnadvised } from "../../pure/table_actions.js";
import { address } from "../../router.js";
import { boardTools, keysFor } from "../../shared/board_tools.js";
import { LiveAnalysis } from "../../shared/live_analysis.js";
import { MoveList } from "../../shared/move_list.js";
import { MoveNavigation } from "../../shared/move_navigation.js";
import { pageKeys } from "../../shared/page_keys.js";
import { looksOn, news, players, rules, spoken, status } from "../../shared/players_panel.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { ActSender, canCancel } from "./act_sender.js";
import { ActionButtons } from "./action_buttons.js";
import { Feedback } from "./feedback.js";
import { fold, shareFold } from "./folds.js";
import { HintPanel } from "./hint_panel.js";
import { OpponentRequests } from "./opponent_requests.js";
import { WaitingLine } from "./waiting_line.js";

/** @import { Game, Table } from "../../types.js" */
/** @import { Wish } from "../../board/gesture.js" */
/** @import { Moment } from "../../board/prediction.js" */
/** @import { OtherAct } from "../../pure/act_queue.js" */

/** How many earlier moments are remembered, so that an undo shows at once. */
const REMEMBERED = 10;
/** How long a moment must be looked at before an engine thinks about it, in milliseconds. */
const REST = 250;

/** @param {Element} host @param {string} id @returns {Promise<() => void>} */
export async function tablePage(host, id) {
  const sheets = ["stage", "table", "room", "analysis"].map(loadStylesheet);
  const [games, table] = await Promise.all([api.games(), api.table(id), ...sheets]);
  const game = games.find((one) => one.key === table.game);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const page = new TablePage(host, game, table, await extras(game, table));
  return () => page.leave();
}

/** What only some tables have, fetched for them in one round. @param {Game} game @param {Table} table */
async function extras(game, table) {
  const persons = table.players.filter(({ kind }) => kind === "person").length;
  const [Others, solo, clocks, pace] = await Promise.all([
    table.shared ? import("./others.js").then(({ Others }) => Others.load()) : null,
    persons === 1 && game.seats === 1 ? import("./solo_panel.js").then(({ soloPanel }) => soloPanel(game)) : null,
    table.clock ? import("./clocks.js").then(({ Clocks }) => new Clocks()) : null,
    persons === 0 ? import("../../shared/pace_controls.js") : null,
  ]);
  return { Others, solo, clocks, PaceControls: pace?.PaceControls };
}

class TablePage {
  /**
   * @param {Element} host
   * @param {Game} game
   * @param {Table} table
   * @param {Awaited<ReturnType<typeof extras>>} extra
   */
  constructor(host, game, table, { Others, solo, clocks, PaceControls }) {
    this.game = game;
    this.solo = solo;
    this.clocks = clocks;
    this.table = table;
    this.flip = false;
    /** Whether an answer is awaited to what is no act: the pace of engines, a rematch. */
    this.asking = false;
    /** What is asked for next. @type {(() => Promise<Table>) | null} */
    this.wanted = null;
    /** Earlier moments, to which an undo leads back at once. @type {Moment[]} */
    this.seen = [];
    this.sender = new ActSender(table, game.gestures, (now) => this.see(now), () => this.draw());
    this.waits = new WaitingLine(this.sender);
    this.predicted = predict(table, [], game, []);
    /** From what it was predicted. @type {unknown[]} */
    this.basis = [];
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
    this.board = new Board(this.parts.board, game, (aim) => this.move(aim), this.point.bind(this), this.keep.bind(this));
    this.board.refuse = async (mark, gesture) =>
      (await import("./why_not.js")).sayWhyNot(this.table, game, this.back.wanted !== null, mark, gesture);
    this.board.shown = ({ move }) =>
      note(say("Tap again to play {move}.", { move: spoken(this.table.scene, game, { move, name: move }) }));
    this.feedback = new Feedback(game, this.board);
    this.forgetKeys = pageKeys(this.board, () => this.again());
    this.requests = new OpponentRequests((what) => this.act(what));
    this.others = Others && new Others(game, () => this.table, (ask) => this.ask(ask));
    this.pace = PaceControls && new PaceControls((pace, paused) => this.ask(() => api.pace(this.table, pace, paused)));
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
    /** @type {Promise<import("../../shared/from_here.js").FromHere> | undefined} */
    this.here = undefined;
    this.unwatch = () => {};
    clocks?.show(table);
    solo?.see(table);
    this.draw();
    fill(this.parts.tools, boardTools(game, this.board));
    solo?.askOn(this.board, (place) => this.live(() => this.hints.answer(place)));
  }

  /** @param {import("../../board/board.js").Spot | null} spot */
  point(spot) {
    this.analyst.point(spot);
  }

  leave() {
    clearTimeout(this.timer);
    this.unwatch();
    this.forgetKeys();
    for (const part of [this.clocks, this.back, this.analyst, this.sender, this.waits, this.others, this.solo]) part?.leave();
  }

  layout() {
    const { parts } = this;
    fill(parts.requests, this.requests.node, this.others?.away.node);
    fill(parts.table,
      this.solo?.node ?? parts.players,
      el("div", { class: "stage" },
        el("div", { class: "status-bar" },
          parts.status,
          el("div", { class: "remarks" }, parts.practice, parts.watching),
          this.feedback.node),
        el("div", { class: "field-of-play" }, this.analyst.standing.node, parts.board, parts.invitation),
        el("div", { class: "under" }, this.back.node, parts.tools)),
      el("aside", { class: "panel", "aria-label": say("Game") },
        parts.requests, this.actions.node, this.others?.phrases.node, this.pace?.node, this.hints.node, this.solo?.mistake,
        this.analyst.node,
        el("div", { class: "log" },
          this.moves.node, parts.here, this.solo?.share,
          el("div", { class: "folds" },
            this.solo && fold(say("Your results"), this.solo.results),
            shareFold(() => this.table),
            fold(say("Rules"), rules(this.game)),
            fold(say("Keys"), keysFor(this.game))))));
    return [
      el("h1", { class: "unseen" }, this.table.title),
      parts.table,
      // They come and go while somebody clicks: the board must not move under the hand.
      el("div", { class: "notices" }, parts.lost, this.waits.node),
    ];
  }

  /** @returns {Record<import("../../pure/table_actions.js").Action, () => unknown>} */
  runs() {
    return {
      hint: () => {
        this.solo?.help(this.table);
        return this.live(() => this.hints.hint());
      },
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

  /** What is said of the newest position is said over the newest position. @template T @param {() => T} then */
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
    if (now.version < before.version) return this.sender.news(before); // a slow answer that has been overtaken
    // What comes twice is drawn once: a large board takes its time.
    this.table = now.version === before.version ? { ...now, scene: before.scene } : now;
    this.clocks?.show(now);
    this.solo?.see(this.table);
    if (now.version !== before.version) {
      const moved = now.moves.length !== before.moves.length || now.moves.at(-1) !== before.moves.at(-1);
      const came = now.waiting.length !== before.waiting.length;
      if (moved || came || now.ended || before.ended) announce(news(before, now, this.game));
      this.back.see(before.moves, now.moves);
      if (moved) this.hints.forget();
      if (moved && this.back.wanted === null) this.analyst.forget();
      this.feedback.see(before, now);
      if (moved && isTurn(before)) this.seen = [...this.seen, before].slice(-REMEMBERED);
    }
    this.sender.news(this.table);
    if (now.problem && now.problem !== before.problem) toast(now.problem);
    this.draw();
  }

  /** @param {import("../../board/gesture.js").Aim} aim */
  move(aim) {
    // An earlier moment may be on its way while the board still shows the newest.
    if (this.back.wanted !== null) return note(say("You are looking back: return to the game to play."));
    forgetNote(); // such as that another tap would do this
    this.sender.add({ what: "move", ...aim });
  }

  /** A click that means nothing on what is shown may mean something on what comes. @param {Wish} wish */
  keep(wish) {
    const wait = !isTurn(this.table);
    if (!("again" in wish && wish.again)) this.sender.add({ what: "click", wish, planned: wait });
    else if (wait) toast(say("It is not your turn yet.")); // the second of a double click is no plan
  }

  /** Space at the end; not at once, because whoever pressed it may have meant a move. */
  again() {
    if (!canPlayAgain(this.table) || this.back.wanted !== null || this.feedback.hasJustEnded()) return false;
    this.ask(() => api.rematch(this.table));
    return true;
  }

  /** @param {OtherAct} what */
  act(what) {
    this.back.present();
    if (what === "undo") this.solo?.help(this.table);
    if (what === "undo" && canCancel(this.sender)) this.sender.cancel();
    else this.sender.add({ what });
  }

  /** Ask for what is no act; while an answer is awaited, the newest wish waits. @param {() => Promise<Table>} ask */
  async ask(ask) {
    this.wanted = ask;
    if (this.asking) return;
    this.asking = true;
    while (this.wanted) {
      const next = this.wanted;
      this.wanted = null;
      await next().then((now) => this.hear(now), (problem) => toast(problem.message));
    }
    this.asking = false;
  }

  /** @param {Table} now */
  hear(now) {
    if (now.id === this.table.id) this.see(now);
    else location.hash = address({ page: "table", id: now.id });
  }

  /** Ask the server to tell what is needed now, and no more. */
  connect() {
    const { analyst, back } = this;
    const wish = analyst.wanted ? { analysis: true, ...(back.wanted === null ? {} : { ply: back.wanted }) } : {};
    if (analyst.wanted) this.solo?.help(this.table);
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
      phrase: (said) => this.others?.hear(said),
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
    fill(parts.players, players(table, game, (seat) => [...(this.others?.beside(seat) ?? []), this.clocks?.node(seat)]));
    this.moves.show(table.names, back.ply);
    const { moves, redo } = this.predicted;
    // A plan can be taken back before anybody has moved.
    this.actions.show({ ...table, redo, moves: canCancel(this.sender) ? [...moves, ""] : moves }, { flip: this.flip });
    this.waits.show();
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
    this.here ??= import("../../shared/from_here.js").then(({ fromHere }) => fromHere(game));
    const here = await this.here;
    if (!parts.here.firstChild) fill(parts.here, here.node);
    here.show(table, shown);
  }

  /** The board, and what an engine thinks of it: that comes many times a second. */
  paint() {
    const { table, game, parts, back } = this;
    const past = back.shown;
    const expected = this.expected();
    const { scene, last, turn } = past ?? expected;
    const look = {
      flip: this.flip, last, say, seatNames: game.seat_names, plans: past ? [] : expected.plans,
      ...this.analyst.look(), ...this.hints.look(),
    };
    const plays = back.wanted === null && table.you.length > 0 && !table.ended && !table.waiting.length;
    this.board.show(scene, look, {
      enabled: plays && isTurn(table), seat: turn, keeps: plays && (this.sender.acts.length > 0 || !isTurn(table)),
    });
    parts.board.classList.toggle("large", this.board.large);
    parts.board.classList.toggle("past", back.wanted !== null);
    parts.table.classList.toggle("wide", scene.width > 16 && scene.width > 1.5 * scene.height);
    this.analyst.draw(scene, this.flip, this.reason());
  }

  /** The game as it will stand when all that was done here is done; worked out once. */
  expected() {
    const [{ table }, { acts }] = [this, this.sender];
    if (this.basis[0] !== table || this.basis[1] !== acts) {
      this.basis = [table, acts];
      this.predicted = predict(table, acts, this.game, this.seen);
    }
    return this.predicted;
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
      const rematch = { type: "button", class: "primary", id: "rematch-now", click: () => this.ask(() => api.rematch(this.table)) };
      fill(parts.status, el("span", {}, words),
        again && el("button", rematch, game.seats === 1 ? say("Play again") : say("Rematch")),
        table.ended && table.moves.length > 0
          && el("a", { class: "button", href: address({ page: "review", id: table.id }) }, say("Review")));
    }
    parts.status.className = `status ${kind}`;
    parts.watching.hidden = !looksOn(table);
    parts.practice.hidden = !table.practice;
    const waits = JSON.stringify([table.waiting, table.ended === null]);
    if (parts.invitation.dataset.waits !== waits) {
      parts.invitation.dataset.waits = waits; // a link that is being selected is left alone
      fill(parts.invitation, this.others?.invitation());
    }
    parts.requests.classList.toggle("kept", table.shared && table.you.length > 0);
    this.requests.show(table);
    this.others?.show(table);
    this.pace?.show(table);
  }
}
