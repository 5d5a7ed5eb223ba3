/** The archive: every game of this browser, to find, replay, review, share, delete, and to keep as files. */
import * as api from "../../api.js";
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { archiveEntry, remaining } from "./archive_entry.js";
import { filters } from "./filters.js";
import { importExport } from "./import_export.js";

/** @import { Game, TableLine } from "../../types.js" */
/** @import { Filters } from "./filters.js" */

/** How many games a page of the list has. */
const GAMES_A_PAGE = 24;

/** What was looked for last: who comes back from a game finds the list as it was. @type {Filters} */
const wanted = { game: "", state: "", player: "", words: "" };

/** @param {Element} host @returns {Promise<() => void>} */
export async function archivePage(host) {
  const [games] = await Promise.all([api.games(), loadStylesheet("archive")]);
  const page = new ArchivePage(host, games);
  await page.find(true);
  return () => page.leave();
}

class ArchivePage {
  /** @param {Element} host @param {Game[]} games */
  constructor(host, games) {
    this.games = games;
    /** Where the next page begins; null where there is none. @type {string | null} */
    this.after = null;
    /** Counts the questions: a slow answer to an older one must not appear. */
    this.asked = 0;
    this.parts = {
      title: el("h1", { tabindex: -1 }, say("Archive")),
      list: el("ul", { class: "entries" }),
      none: el("div", { class: "none" }),
      // Made once and kept: a key press on it must never meet a button that is being replaced.
      more: el("button", { type: "button", class: "more", hidden: true, click: () => this.more() }, say("More")),
    };
    this.filters = filters(games, wanted, () => this.find(false));
    fill(
      host,
      this.parts.title,
      el("p", { class: "lead" }, say("The games of this browser.")),
      this.filters.node,
      el("section", { "aria-label": say("Games") }, this.parts.list, this.parts.none, this.parts.more),
      importExport((taken) => taken > 0 && this.find(false)),
    );
  }

  leave() {
    this.asked += 1;
    this.filters.leave();
  }

  /** The first page of what is looked for. @param {boolean} first  whether the page has just been opened */
  async find(first) {
    const mine = ++this.asked;
    this.busy(true);
    try {
      const { tables, more } = await api.tables({ ...wanted, most: GAMES_A_PAGE });
      if (mine !== this.asked) return;
      this.after = more;
      fill(this.parts.list, tables.map((table) => this.entry(table)));
      this.empty();
      if (!first) announce(this.count());
    } catch (problem) {
      if (first) throw problem;
      if (mine === this.asked) this.sorry(problem);
    } finally {
      if (mine === this.asked) this.busy(false);
    }
  }

  /** What follows; not asked for twice, however often the button is pressed. */
  async more() {
    if (this.parts.more.getAttribute("aria-disabled") === "true" || this.after === null) return;
    const mine = ++this.asked;
    this.busy(true);
    try {
      const { tables, more } = await api.tables({ ...wanted, after: this.after, most: GAMES_A_PAGE });
      if (mine !== this.asked) return;
      this.after = more;
      const fresh = tables.map((table) => this.entry(table));
      this.parts.list.append(...fresh);
      announce(say("{n} more games", { n: tables.length }));
      // The button goes with the last page: who pressed it goes on at the first game that came.
      if (more === null) /** @type {HTMLElement | null | undefined} */ (fresh[0]?.querySelector("h2 a"))?.focus();
    } catch (problem) {
      if (mine === this.asked) this.sorry(problem);
    } finally {
      if (mine === this.asked) this.busy(false);
    }
  }

  /** @param {boolean} loading */
  busy(loading) {
    this.parts.list.setAttribute("aria-busy", String(loading));
    this.parts.more.setAttribute("aria-disabled", String(loading));
    this.parts.more.hidden = this.after === null;
  }

  /** @param {TableLine} table */
  entry(table) {
    return archiveEntry(table, (node) => this.gone(node));
  }

  /** A game was deleted: the keyboard goes on at its neighbour. @param {Element} node */
  gone(node) {
    const next = remaining(node);
    node.remove();
    announce(say("The game is deleted."));
    this.empty();
    if (next) next.focus();
    else this.parts.title.focus();
    // A page that was emptied by hand shows what follows, if something does.
    if (!this.parts.list.children.length && this.after !== null) this.find(false);
  }

  count() {
    const n = this.parts.list.children.length;
    if (n === 0) return say("No game matches.");
    return this.after === null ? say("{n} games", { n }) : say("{n} games, and more", { n });
  }

  /** Say that there is nothing, and what could be done about it. */
  empty() {
    const none = this.parts.list.children.length === 0;
    this.parts.list.hidden = none;
    const looking = Object.values(wanted).some((value) => value !== "");
    fill(this.parts.none, none && (looking ? this.noMatch() : noGame()));
  }

  noMatch() {
    return el("div", { class: "empty small-empty" },
      el("h2", {}, say("No game matches.")),
      el("p", {}, el("button", { type: "button", click: () => {
        this.filters.clear();
        this.find(false);
      } }, say("Show all games"))));
  }

  /** @param {unknown} problem */
  sorry(problem) {
    const words = problem instanceof Error ? problem.message : String(problem);
    fill(this.parts.none, el("p", { class: "problem", role: "alert" }, words));
  }
}

function noGame() {
  return el("div", { class: "empty small-empty" },
    el("h2", {}, say("No games yet")),
    el("p", {}, say("Every game that you play is kept here.")),
    el("p", {}, el("a", { class: "button primary", href: "#/" }, say("Play a game"))));
}
