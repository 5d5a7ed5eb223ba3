/** What can be done with a moment of a game: analyse it, play on from it, give its link away. */
import { el } from "../dom.js";
import { say } from "../language.js";
import { queryOf } from "../pure/position_url.js";
import { address } from "../router.js";
import { copyButton } from "./copy_link.js";
import { loadStylesheet } from "./stylesheet.js";

/** @import { PositionQuery } from "../pure/position_url.js" */
/** @import { Game, Table } from "../types.js" */

/** For a page that fetches it when somebody looks back. @param {Game} game */
export async function fromHere(game) {
  await loadStylesheet("from_here");
  return new FromHere(game);
}

export class FromHere {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {PositionQuery} */
    this.query = {};
    this.analyse = el("a", { class: "button" }, say("Analyse from here"));
    const play = el("button", { type: "button", click: async () => {
      const [{ playDialog }] = await Promise.all([import("./play_from_here.js"), loadStylesheet("position")]);
      await playDialog(game, this.query);
    } }, say("Play from here"));
    this.node = el("div", { class: "from-here", role: "group", "aria-label": say("From here") },
      this.analyse, play, copyButton(say("Copy link"), () => this.link));
  }

  get link() {
    return address({ page: "position", game: this.game.key, query: this.query });
  }

  /** @param {Table} table @param {{ply: number, position: string}} shown  the moment */
  show(table, { ply, position }) {
    this.query = queryOf(this.game, { ...table, moves: table.moves.slice(0, ply), position });
    this.analyse.setAttribute("href", this.link);
  }
}
