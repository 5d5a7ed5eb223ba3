/** Any position: set up, played on, and analysed while an engine thinks. Each step is an address of its own. */
import * as api from "../../api.js";
import { Board } from "../../board/board.js";
import { announce, el, fill, toast } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { queryOf, movesIn, startOf, withMoves, writeMoves } from "../../pure/position_url.js";
import { address } from "../../router.js";
import { pageKeys } from "../../shared/page_keys.js";
import { boardTools } from "../../shared/board_tools.js";
import { copyButton } from "../../shared/copy_link.js";
import { LiveAnalysis } from "../../shared/live_analysis.js";
import { MoveList } from "../../shared/move_list.js";
import { playForm } from "../../shared/play_from_here.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
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
    /** As what a pasted text was understood, until it is told. @type {string | null} */
    this.said = null;
    /** Whether the address is that of the draft already. */
    this.begun = false;
    /** What sets up a position on the board, while it does. @type {import("./board_editor.js").BoardEditor | null} */
    this.editor = null;
    this.parts = {
      status: el("p", { class: "status", id: "status" }),
      board: el("div", { class: "board-room" }),
      tools: el("div", { class: "tools" }),
      back: this.button(say("Take back"), () => this.back()),
      flip: this.button(say("Flip"), () => this.turn()),
      copy: copyButton(say("Copy link"), () => this.address(this.query)),
      acts: el("div", { class: "position-acts" }),
      edit: this.button(say("Set up on the board"), () => this.edit()),
      editor: el("div", { class: "editing", hidden: true }),
      play: el("div", { class: "play-from" }),
    };
    this.board = new Board(this.parts.board, game, (aim) => this.play(aim.move), (spot) => this.editor || this.analyst.point(spot));
    this.parts.board.addEventListener("keydown", (event) => {
      if (this.editor && !event.ctrlKey && !event.metaKey && !event.altKey && this.editor.press(event)) event.preventDefault();
    });
    this.forgetKeys = pageKeys(this.board);
    this.analyst = new LiveAnalysis(game, (steps) => this.board.tell(steps), () => this.draw());
    this.analyst.on = true;
    this.moves = new MoveList((ply) => this.go(withMoves(this.query, this.made().slice(0, ply))));
    this.setupForm = new SetupForm(game, { paste: (board, pasted) => this.paste(board, pasted), follow: (to) => this.take(to) });
    fill(host, this.layout());
  }

  layout() {
    const { parts, game } = this;
    fill(parts.acts, game.editable && parts.edit, parts.back, parts.flip, parts.copy);
    return [
      el("nav", { class: "crumbs", "aria-label": say("Where you are") }, el("a", { href: "#/" }, say("All games"))),
      el("h1", {}, say("Analyse {game}", { game: game.title })),
      el("div", { class: "position" },
        el("div", { class: "stage" },
          parts.status,
          el("div", { class: "field-of-play" }, this.analyst.standing.node, parts.board),
          el("div", { class: "under" },
            parts.editor,
            parts.acts,
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
    this.closeEditor();
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
      const words = problem instanceof Error ? problem.message : String(problem);
      this.setupForm.show(query, null);
      this.setupForm.complain(words);
      if (this.position) return;
      toast(capital(words)); // whoever follows a link looks at the board, which stands above the field on a phone
      const usual = await api.position({ game: this.game.key });
      if (mine === this.asked) this.settle({}, usual);
    }
  }

  /** @param {PositionQuery} query @param {Position} position */
  see(query, position) {
    const before = this.position;
    this.settle(query, position);
    this.setupForm.show(query, position);
    this.setupForm.tell(this.said);
    this.said = null;
    if (before) announce(this.words());
  }

  /** @param {PositionQuery} query @param {Position} position */
  settle(query, position) {
    this.query = query;
    this.position = position;
    this.forget(position.position);
    fill(this.parts.play, playForm(this.game, query, position));
    this.draw();
    this.settleTools(position);
  }

  /** @param {Position} position */
  settleTools(position) {
    const [taps, zoom] = boardTools(this.game, this.board);
    fill(this.parts.tools, position.playable && !this.editor && taps, zoom);
  }

  /** Whose turn it is, or how it ended. */
  words() {
    const { position, game } = this;
    if (!position) return "";
    if (position.ended) return capital(position.ended);
    const seat = game.seat_names[position.turn] ?? "";
    const last = position.names.at(-1);
    const turn = game.seats > 1 ? capital(say("{seat} to move", { seat })) : game.title;
    return last ? `${last}. ${turn}` : turn;
  }

  draw() {
    const { position, game, flip, parts } = this;
    if (this.editor) return this.drawDraft(this.editor);
    if (!position) return;
    const { scene, last, turn, ended, playable } = position;
    this.analyst.draw(scene, flip, ended ? say("The game is over.") : null);
    const look = { flip, last, say, seatNames: game.seat_names, ...this.analyst.look() };
    this.board.show(scene, look, { enabled: playable && !ended, seat: turn });
    const seat = game.seat_names[turn] ?? "";
    parts.status.textContent = capital(ended ?? (game.seats > 1 ? say("{seat} to move", { seat }) : ""));
    parts.status.hidden = !parts.status.textContent;
    parts.status.className = `status ${ended ? "ended" : "yours"}`;
    parts.back.setAttribute("aria-disabled", String(this.made().length === 0));
    this.moves.node.hidden = !playable && this.made().length === 0;
    parts.flip.setAttribute("aria-pressed", String(flip));
    this.moves.show(position.names, position.names.length);
    this.ponder(position.position);
  }

  /** The board under construction; where it is a position, an engine thinks about it. @param {import("./board_editor.js").BoardEditor} editor */
  drawDraft(editor) {
    const { flip, parts, game } = this;
    const { scene, problem, ended, position } = editor.draft;
    const reason = problem ? capital(problem) : ended ? say("The game is over.") : null;
    this.analyst.draw(scene, flip, reason);
    Object.assign(this.board, { gestures: editor.gestures, tool: "plain" });
    this.board.show(scene, { flip, say, seatNames: game.seat_names }, { enabled: true, seat: editor.piece.seat ?? 0 });
    parts.status.textContent = editor.words();
    parts.status.hidden = false;
    parts.status.className = `status ${problem ? "unready" : ended ? "ended" : "yours"}`;
    parts.back.setAttribute("aria-disabled", "true");
    this.moves.node.hidden = true;
    parts.play.hidden = position === null;
    this.ponder(reason === null ? position ?? "" : "");
  }

  /** What was said of another position is void; an engine that has finished would not say it again of the same. @param {string} position */
  forget(position) {
    if (position !== this.pondered) this.analyst.forget();
  }

  /** Let an engine think about what is shown, if that is wanted. @param {string} position */
  ponder(position) {
    const wanted = this.analyst.wanted ? position : "";
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
    if (this.editor) return this.editor.put(move);
    this.go(withMoves(this.query, [...this.made(), move]));
  }

  /** Set up the position on the board itself, from what it shows. */
  async edit() {
    if (!this.position) return;
    try {
      const [{ BoardEditor }, editor, draft] = await Promise.all([
        import("./board_editor.js"), api.editor(this.game.key),
        api.edit({ game: this.game.key, draft: this.position.position }), loadStylesheet("editor"),
      ]);
      const acts = [this.parts.flip, this.parts.copy];
      const hooks = { changed: () => this.edited(), done: () => this.endEdit(), acts };
      this.editor = new BoardEditor(this.game, editor, draft, hooks);
    } catch (problem) {
      return toast(problem instanceof Error ? problem.message : String(problem));
    }
    this.setupForm.node.open = false;
    fill(this.parts.editor, this.editor.node);
    this.showEditing(true);
    this.board.focus(this.board.current ?? [1, 1]);
  }

  /** @param {boolean} on */
  showEditing(on) {
    this.parts.editor.hidden = !on;
    this.parts.play.hidden = false;
    this.parts.acts.hidden = on;
    // A board under construction stays free of colours.
    this.analyst.heatSwitch.hidden = on;
    this.draw();
    if (this.position) this.settleTools(this.position);
  }

  /** The draft has changed; where it is a position, that is the address, and what can be played from. */
  async edited() {
    const { editor } = this;
    if (!editor) return;
    const text = editor.draft.position;
    this.forget(text ?? "");
    this.draw();
    if (text === null || text === this.position?.position) return;
    const mine = ++this.asked;
    const query = { position: text };
    const position = await api.position(startOf(this.game, query)).catch(() => null);
    if (!position || mine !== this.asked || this.editor !== editor) return;
    // One step back in the browser undoes all of it.
    if (this.begun) history.replaceState(null, "", this.address(query));
    else history.pushState(null, "", this.address(query));
    this.begun = true;
    Object.assign(this, { query, position });
    fill(this.parts.play, playForm(this.game, query, position));
    this.setupForm.show(query, position);
  }

  closeEditor() {
    this.editor = null;
    this.begun = false;
    this.parts.acts.append(this.parts.flip, this.parts.copy);
    Object.assign(this.board, { gestures: this.game.gestures });
    this.showEditing(false);
  }

  /** Look at what was set up: the last board that is a position. */
  endEdit() {
    this.closeEditor();
    this.load(this.query);
    this.parts.edit.focus();
  }

  /** @param {PositionQuery} board @param {string} pasted */
  async paste(board, pasted) {
    if (!pasted) return this.go(board);
    const position = await api.position({ ...startOf(this.game, board), pasted });
    const { moves } = position;
    this.said = position.understood ?? null;
    this.go(moves ? { ...board, ...(moves.length ? { moves: writeMoves(moves) } : {}) } : { position: position.position });
    this.setupForm.tell(this.said);
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
