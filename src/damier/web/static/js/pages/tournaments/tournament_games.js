/** The games of a tournament: newest first, of one player if one is chosen, to be replayed. */
import * as api from "../../api.js";
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { sentence } from "../../pure/formatting.js";
import { address } from "../../router.js";
import { labelled } from "../../shared/labelled_field.js";
import { sheet } from "./standings.js";

/** @import { ArenaGame, Row } from "../../types.js" */

/** How many games a page of the list has. */
const GAMES_A_PAGE = 25;

/** Whose games were looked at last, by tournament: who comes back from one finds the list as it was. */
/** @type {Map<string, string>} */
const chosen = new Map();

/**
 * What a list shows after newer games have come: they stand on top; where some between are missing, it begins anew.
 * @template {{number: number}} T
 * @param {T[]} shown  newest first
 * @param {T[]} fresh  the newest page
 * @returns {{games: T[], anew: boolean}}
 */
export function joined(shown, fresh) {
  const top = shown[0]?.number ?? -1;
  const news = fresh.filter((game) => game.number > top);
  const anew = news.length === fresh.length;
  return { games: anew ? fresh : [...news, ...shown], anew };
}

export class TournamentGames {
  /** @param {string} id @param {Row[]} rows  who can be chosen */
  constructor(id, rows) {
    this.id = id;
    /** @type {ArenaGame[]} */
    this.games = [];
    /** @type {number | null} */
    this.after = null;
    this.asked = 0;
    this.count = el("span", { class: "quiet small" });
    this.body = el("tbody", {});
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.button = el("button", { type: "button", class: "more", hidden: true, click: () => this.more() }, say("More"));
    this.player = el("select", { change: () => {
      chosen.set(id, this.player.value);
      this.load(true);
    } });
    this.offer(rows);
    this.sheet = sheet(say("Games played"));
    fill(this.sheet,
      el("table", { class: "played" },
        el("caption", { class: "unseen" }, say("Games played")),
        el("thead", {}, el("tr", {}, [say("Game"), say("Players"), say("Result"), say("Moves")].map((head) =>
          el("th", { scope: "col" }, head)))),
        this.body));
    this.node = el("section", { class: "games", "aria-labelledby": "games" },
      el("div", { class: "games-head" },
        el("h2", { id: "games" }, say("Games played"), " ", this.count),
        labelled(say("Player"), this.player)),
      this.problem, this.sheet, this.button);
  }

  /** @param {Row[]} rows */
  offer(rows) {
    const now = chosen.get(this.id) ?? "";
    const sorted = [...rows].sort((one, two) => one.entry - two.entry);
    fill(this.player, el("option", { value: "" }, say("All players")), sorted.map((row) =>
      el("option", { value: row.entry, selected: String(row.entry) === now }, row.name)));
  }

  leave() {
    this.asked += 1;
  }

  /** The newest games. @param {boolean} anew  whether what is shown is to be forgotten */
  async load(anew) {
    const mine = ++this.asked;
    try {
      const { games, more, count } = await api.arenaGames(this.id, { most: GAMES_A_PAGE, player: this.player.value });
      if (mine !== this.asked) return;
      const next = anew ? { games, anew } : joined(this.games, games);
      if (next.anew) this.after = more;
      this.see(next.games, count);
      if (anew && this.node.isConnected) announce(say("{n} games", { n: count }));
    } catch (problem) {
      if (mine === this.asked) this.sorry(problem);
    }
  }

  /** What follows. */
  async more() {
    if (this.after === null || this.button.getAttribute("aria-disabled") === "true") return;
    const mine = ++this.asked;
    this.button.setAttribute("aria-disabled", "true");
    try {
      const wish = { most: GAMES_A_PAGE, player: this.player.value, after: this.after };
      const { games, more, count } = await api.arenaGames(this.id, wish);
      if (mine !== this.asked) return;
      this.after = more;
      const first = this.games.length;
      this.see([...this.games, ...games], count);
      announce(say("{n} more games", { n: games.length }));
      // The button goes with the last page: who pressed it goes on at the first game that came.
      if (more === null) this.body.children[first]?.querySelector("a")?.focus();
    } catch (problem) {
      if (mine === this.asked) this.sorry(problem);
    } finally {
      this.button.removeAttribute("aria-disabled");
    }
  }

  /** Rows that stay are kept, with the focus on them. @param {ArenaGame[]} games @param {number} count */
  see(games, count) {
    const kept = new Map(this.games.map((game, i) => [game.number, this.body.children[i]]));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    this.games = games;
    this.body.replaceChildren(...games.map((game) => kept.get(game.number) ?? this.row(game)));
    if (focused && this.body.contains(focused)) focused.focus({ preventScroll: true });
    this.count.textContent = count ? String(count) : "";
    this.problem.hidden = true;
    this.sheet.hidden = games.length === 0;
    this.button.hidden = this.after === null;
  }

  /** @param {ArenaGame} game */
  row(game) {
    const href = address({ page: "replay", id: this.id, number: game.number });
    const names = game.sides.map((side, seat) => el("span", { class: game.points[seat] === 1 ? "winner" : null }, side.name));
    return el("tr", {},
      el("th", { scope: "row" },
        el("a", { href, "aria-label": say("Replay game {number}", { number: game.number }) }, String(game.number))),
      el("td", {}, names.flatMap((name, seat) => (seat ? [" – ", name] : [name]))),
      el("td", { class: game.ending === "rules" ? null : "odd" }, sentence(game.words, game.sides.map((side) => side.name))),
      el("td", {}, String(game.moves)));
  }

  /** @param {unknown} problem */
  sorry(problem) {
    this.problem.textContent = problem instanceof Error ? problem.message : String(problem);
    this.problem.hidden = false;
  }
}
