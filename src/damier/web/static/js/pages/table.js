/** One game: the board, who plays, what can be done, and what an engine thinks. */
import * as api from "../api.js";
import { Board } from "../board/board.js";
import { announce, el, fill, toast } from "../dom.js";
import { say } from "../language.js";
import { address } from "../router.js";
import { Advice } from "./advice.js";
import { rules } from "./choose.js";
import { moveList, news, players, status } from "./panel.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Table} Table */

/** @param {Element} host @param {string} id @returns {Promise<() => void>} */
export async function tablePage(host, id) {
  const [games, table] = await Promise.all([api.games(), api.table(id)]);
  const game = games.find((one) => one.key === table.game);
  if (!game) throw new Error(say("There is no such game."));
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
    /** Whether there may be something to redo; the server knows, this only spares a vain click. */
    this.undone = table.moves.length > 0;
    this.parts = {
      status: el("p", { class: "status", id: "status" }),
      players: el("ul", { class: "players" }),
      board: el("div", { class: "board-room" }),
      tools: el("div", { class: "tools" }),
      actions: el("div", { class: "actions" }),
      advice: el("section", { class: "advice", "aria-live": "polite", "aria-label": say("Advice") }),
      moves: el("section", { class: "moves" }),
      lost: el("p", { class: "lost", hidden: true }, say("Connection lost. Trying again…")),
    };
    this.advice = new Advice(this.parts.advice, game, () => this.table, () => this.draw());
    fill(host, this.layout());
    this.board = new Board(this.parts.board, table.title, (aim) => this.move(aim.move));
    this.buttons();
    this.draw();
    this.unwatch = api.watch(table.id, (now) => this.see(now), (fine) => (this.parts.lost.hidden = fine));
  }

  leave() {
    this.unwatch();
  }

  layout() {
    const { parts } = this;
    return [
      el("nav", { class: "crumbs", "aria-label": say("Where you are") }, el("a", { href: "#/" }, say("All games"))),
      el("div", { class: "table" },
        el("div", { class: "stage" },
          el("h1", { class: "unseen" }, this.table.title),
          parts.status, parts.lost, parts.board, parts.tools),
        el("aside", { class: "panel", "aria-label": say("Game") },
          parts.players, parts.actions, parts.advice, parts.moves,
          el("details", { class: "fold" }, el("summary", {}, say("Rules")), rules(this.game)),
          el("details", { class: "fold" }, el("summary", {}, say("Keys")), this.keys()))),
    ];
  }

  /** Only the keys that this game has a use for. */
  keys() {
    const { marks } = this.table.scene;
    const walls = marks.some((mark) => "horizontal" in mark.moves || "vertical" in mark.moves);
    return el("ul", {},
      el("li", {}, say("Arrow keys walk over the board, Enter or Space plays.")),
      "flag" in this.game.gestures && el("li", {}, say("F sets or removes a flag, C digs around a number.")),
      walls && el("li", {}, say("H and V build a wall, flat or upright, at a corner.")));
  }

  /** A newer state from the server, whoever caused it. @param {Table} now */
  see(now) {
    const before = this.table;
    if (now.version < before.version) return; // a slow answer that has been overtaken
    this.table = now;
    if (now.version !== before.version) {
      const words = news(before, now, this.game);
      if (words) announce(words);
      this.advice.forget();
      if (now.moves.length < before.moves.length) this.undone = true;
    }
    if (now.problem && now.problem !== before.problem) toast(now.problem);
    this.draw();
  }

  /** @param {string} move */
  move(move) {
    this.undone = false;
    return this.send(() => api.play(this.table, move));
  }

  /** @param {() => Promise<Table>} ask */
  async send(ask) {
    if (this.busy) return;
    this.busy = true;
    try {
      const now = await ask();
      if (now.id === this.table.id) this.see(now);
      else location.hash = address({ page: "table", id: now.id });
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
      // What was refused as old shows that something was missed.
      if (problem instanceof api.Refused && problem.status === 409) this.see(await api.table(this.table.id));
    } finally {
      this.busy = false;
    }
  }

  draw() {
    const { table, game, parts } = this;
    const yours = table.you.includes(table.turn) && table.to_move === "person" && !table.ended;
    const look = { flip: this.flip, last: table.last, say, seatNames: game.seat_names, ...this.advice.look() };
    this.board.show(table.scene, look, { enabled: yours, seat: table.turn });
    const { words, kind } = status(table, game);
    fill(parts.status, words, table.ended && el("button", {
      type: "button", class: "primary", id: "rematch-now", click: () => this.send(() => api.act(this.table, "rematch")),
    }, say("Rematch")));
    parts.status.className = `status ${kind}`;
    fill(parts.players, players(table, game));
    fill(parts.moves, moveList(table));
    this.enable(yours);
  }

  /** @param {boolean} yours */
  enable(yours) {
    const { table } = this;
    const person = table.you.length > 0;
    /** @type {Record<string, boolean>} */
    const can = {
      undo: person && table.moves.length > 0,
      redo: person && this.undone,
      resign: person && !table.ended,
      hint: !table.ended && (yours || !person),
      why: table.players.some((player) => player.kind === "level") && table.moves.length > 0,
      heat: !table.ended,
    };
    for (const button of this.parts.actions.querySelectorAll("button")) {
      // Not "disabled": that would drop the focus of who presses Undo by keyboard until the first move.
      button.setAttribute("aria-disabled", String(can[button.dataset.act ?? ""] === false));
    }
    this.parts.actions.querySelector("[data-act=heat]")?.setAttribute("aria-pressed", String(this.advice.heating));
    this.parts.actions.querySelector("[data-act=flip]")?.setAttribute("aria-pressed", String(this.flip));
    if (yours || !person) this.advice.refresh();
  }

  buttons() {
    const act = (/** @type {"undo" | "redo" | "resign" | "rematch"} */ what) => () =>
      this.send(() => api.act(this.table, what));
    /** @type {[string, string, () => void][][]} */
    const groups = [
      [["hint", say("Hint"), () => this.advice.hint()],
        ["why", say("Why"), () => this.advice.why()],
        ["heat", say("Heat map"), () => this.advice.toggleHeat()]],
      [["undo", say("Undo"), act("undo")],
        ["redo", say("Redo"), act("redo")],
        ["flip", say("Flip"), () => this.turn()]],
      [["resign", say("Resign"), () => this.resign(act("resign"))],
        ["rematch", say("Rematch"), act("rematch")],
        ["new", say("New game"), () => (location.hash = address({ page: "choose", game: this.game.key }))]],
    ];
    fill(this.parts.actions, groups.map((group) => el("div", { class: "group" }, group.map(([key, title, run]) =>
      el("button", { type: "button", "data-act": key, click: (/** @type {Event} */ event) => {
        const button = /** @type {HTMLElement} */ (event.currentTarget);
        if (button.getAttribute("aria-disabled") !== "true") run();
      } }, title)))));
    fill(this.parts.tools, this.tools());
  }

  /** Where a game has several gestures, a finger may choose which one a tap makes. */
  tools() {
    const [first, second] = Object.entries(this.game.gestures);
    if (!first || !second) return null;
    const choices = [["plain", first[1]], ["second", second[1]]];
    return el("fieldset", { class: "switch" },
      el("legend", { class: "unseen" }, say("A tap means")),
      choices.map(([tool, title]) => el("label", {},
        el("input", { type: "radio", name: "tool", value: tool, checked: tool === this.board.tool, change: () => {
          this.board.tool = tool === "second" ? "second" : "plain";
        } }), el("span", {}, title))));
  }

  turn() {
    this.flip = !this.flip;
    this.draw();
  }

  /** Asks once more on the button itself: a slip of the finger should not cost a game. @param {() => void} sure */
  resign(sure) {
    const button = /** @type {HTMLElement} */ (this.parts.actions.querySelector("[data-act=resign]"));
    if (button.dataset.asked) {
      sure();
      delete button.dataset.asked;
      button.textContent = say("Resign");
      return;
    }
    button.dataset.asked = "yes";
    button.textContent = say("Really resign?");
    setTimeout(() => {
      delete button.dataset.asked;
      button.textContent = say("Resign");
    }, 4000);
  }
}
