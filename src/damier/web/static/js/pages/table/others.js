/** What a table has only where people play from different places; fetched there alone. */
import * as api from "../../api.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { invitation } from "./invitation_panel.js";
import { AwayNotice, presenceDot } from "./opponent_presence.js";
import { Phrases } from "./phrases.js";

/** @import { Game, Phrase, Table } from "../../types.js" */

export class Others {
  /**
   * @param {Game} game
   * @param {() => Table} table
   * @param {(ask: () => Promise<Table>) => void} send
   */
  constructor(game, table, send) {
    this.game = game;
    this.table = table;
    this.away = new AwayNotice((draw) => send(() => api.claim(table(), draw)));
    this.phrases = new Phrases(table);
  }

  static async load() {
    await loadStylesheet("others");
    return Others;
  }

  leave() {
    this.away.leave();
    this.phrases.leave();
  }

  /** @param {Table} table */
  show(table) {
    this.away.show(table);
    this.phrases.show(table);
  }

  /** What stands beside a player. @param {number} seat */
  beside(seat) {
    return [presenceDot(this.table(), seat), this.phrases.bubble(seat)];
  }

  /** @param {Phrase} said */
  hear(said) {
    this.phrases.hear(said);
  }

  invitation() {
    return invitation(this.table(), this.game);
  }
}
