/** What is heard and seen for a moment when something has happened at a table: a soft sound, and joy at the end. */
import { draw, el } from "../../dom.js";
import { say } from "../../language.js";
import { recall, remember } from "../../local_storage.js";
import { happened } from "../../pure/table_events.js";
import { finale } from "../../shared/players_panel.js";

/** @import { Board } from "../../board/board.js" */
/** @import { Game, Shape, Table } from "../../types.js" */

/** What this browser remembers it by. */
const SOUND = "sound";
/** How long Space does not begin another game after the end, in milliseconds. */
const PAUSE = 800;

/** A loudspeaker, with waves or crossed out. @type {Shape} */
const ICON = {
  tag: "svg",
  attrs: { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" },
  children: [
    { tag: "path", attrs: { d: "M4 9.5V14.5H8L13 19V5L8 9.5Z" } },
    { tag: "path", attrs: { class: "waves", d: "M16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11" } },
    { tag: "path", attrs: { class: "muted", d: "M16.5 9.5L21.5 14.5M21.5 9.5L16.5 14.5" } },
  ],
};

export class Feedback {
  /** @param {Game} game @param {Board} board */
  constructor(game, board) {
    this.game = game;
    this.board = board;
    this.ended = -Infinity;
    this.sound = recall(SOUND, /** @type {unknown} */ (true)) !== false;
    const title = say("Sound");
    this.node = el("button", {
      type: "button", class: "sound", "aria-label": title, title, "aria-pressed": String(this.sound), click: () => this.turn(),
    }, draw(ICON));
  }

  /** The one switch. */
  turn() {
    this.sound = !this.sound;
    remember(SOUND, this.sound);
    this.node.setAttribute("aria-pressed", String(this.sound));
    this.play("move"); // so that it is known how loud it is
  }

  /** @param {Table} before @param {Table} now */
  see(before, now) {
    const what = happened(before, now);
    if (!what) return;
    if (what !== "end") return this.play(what);
    this.ended = performance.now();
    const end = finale(now, this.game);
    this.play(end.kind);
    import("./joy.js").then(({ celebrate }) => celebrate(this.board, end));
  }

  hasJustEnded() {
    return performance.now() - this.ended < PAUSE;
  }

  /** Nothing is heard before somebody has touched the page, or while they look at another. @param {import("../../shared/sounds.js").Sound} sound */
  play(sound) {
    if (!this.sound || document.hidden || navigator.userActivation?.hasBeenActive === false) return;
    import("../../shared/sounds.js").then(({ play }) => play(sound));
  }
}
