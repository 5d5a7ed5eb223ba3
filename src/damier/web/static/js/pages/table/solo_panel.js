/** What stands beside the board of a game for one: the time, what is left, the figures at the end, and earlier results. */
import { el, fill, note } from "../../dom.js";
import { language, say } from "../../language.js";
import { recall, remember } from "../../local_storage.js";
import { percent } from "../../pure/formatting.js";
import { boardTitle } from "../../pure/solo_board.js";
import { NO_RESULTS, excuse, figures, stopwatch, withGame } from "../../pure/solo_results.js";
import { bestTime, resultsOf, winsInARow } from "../../shared/board_results.js";
import { copyButton } from "../../shared/copy_link.js";
import { loadStylesheet } from "../../shared/stylesheet.js";

/** @import { Game, Table } from "../../types.js" */
/** @import { BoardResults } from "../../pure/solo_results.js" */

/** What this browser remembers the tables by at which somebody was helped, and how many of them. */
const [HELPED, MOST_HELPED] = ["helped tables", 50];
/** Where the panel stands below the board. */
const SMALL = matchMedia("(max-width: 900px)");

/** @param {Game} game @returns {Promise<SoloPanel>} */
export async function soloPanel(game) {
  await loadStylesheet("solo");
  return new SoloPanel(game);
}

/** @param {string} id @returns {boolean} */
const wasHelped = (id) => recall(HELPED, /** @type {string[]} */ ([])).includes(id);

/** By what the results of the board at a table are remembered. @param {Table} table */
const keyOf = ({ solo }) => solo?.board ?? "";

/** @param {number} rate */
const rateWords = (rate) => new Intl.NumberFormat(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(rate);

export class SoloPanel {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Table | null} */
    this.table = null;
    /** When it came. */
    this.since = 0;
    this.timer = 0;
    /** Whether the game that has just ended was the fastest so far. */
    this.isBest = false;
    this.time = el("span", { class: "counter time", role: "timer", "aria-live": "off" });
    this.left = el("span", { class: "counter left" });
    this.words = el("div", { class: "solo-words" });
    this.node = el("section", { class: "solo", "aria-label": say("Your game") }, this.time, this.words, this.left);
    this.results = el("div", {});
    /** What gives the same board to others, once all is shown. */
    this.share = el("p", { class: "share" });
    /** What the game says of the move that lost it. */
    this.mistake = el("p", { class: "advice mistake", "aria-live": "polite", hidden: true });
  }

  /**
   * Let the game's question be asked: by a tap that means it, or by a letter where the keyboard is.
   * @param {import("../../board/board.js").Board} board
   * @param {(place: string) => Promise<{answered: boolean, words: string}>} ask
   */
  askOn(board, ask) {
    const { inquiry } = this.game;
    if (!inquiry) return;
    const choice = el("input", { type: "radio", name: "tool", value: "ask" });
    const taps = board.host.closest(".stage")?.querySelector(".switch");
    taps?.append(el("label", {}, choice, el("span", {}, inquiry.title)));
    taps?.addEventListener("change", () => (board.asks = choice.checked));
    board.askKey = inquiry.key;
    board.inquire = async ({ name }) => {
      const { table } = this;
      const { answered, words } = await ask(name);
      if (answered && table) this.help(table);
      if (SMALL.matches) note(words); // what is said in full stands below the board
    };
  }

  leave() {
    clearTimeout(this.timer);
  }

  /** What is remembered of the board at a table. @param {Table} table */
  remembered(table) {
    return resultsOf(this.game)[keyOf(table)] ?? NO_RESULTS;
  }

  /** Somebody has had advice, or has taken something back: this game is no record. @param {Table} table */
  help(table) {
    if (table.ended || !table.you.length || wasHelped(table.id)) return;
    remember(HELPED, [table.id, ...recall(HELPED, /** @type {string[]} */ ([]))].slice(0, MOST_HELPED));
  }

  /** A state has come from the server. @param {Table} now */
  see(now) {
    const before = this.table;
    this.table = now;
    this.since = performance.now();
    if (!now.ended) this.isBest = false;
    if (before && !before.ended && now.ended && now.you.length && now.moves.length) this.count(now);
    this.draw(now);
  }

  /** @param {Table} table */
  count(table) {
    if (excuse(table, wasHelped(table.id))) return;
    const before = this.remembered(table);
    const after = withGame(before, table);
    this.isBest = after.best !== before.best;
    remember(`results ${this.game.key}`, { ...resultsOf(this.game), [keyOf(table)]: after });
  }

  /** @param {Table} table */
  draw(table) {
    this.tick();
    // The number large and the words around it small, wherever a language puts it.
    const counts = table.scene.status.map(({ text }) => text).join(", ");
    fill(this.left, counts.split(/(\d+)/).map((part, i) => part && el(i % 2 ? "b" : "small", {}, part)));
    this.left.hidden = !counts;
    this.mistake.textContent = table.ended?.mistake ?? "";
    this.mistake.hidden = !this.mistake.textContent;
    const results = this.remembered(table);
    fill(this.words, el("p", {}, table.ended ? this.figures(table) : bestTime(results)), el("p", {}, this.remark(table, results)));
    fill(this.results, this.list());
    fill(this.share, this.shared(table));
  }

  /** @param {Table} table */
  shared({ solo }) {
    if (!solo?.again) return [];
    const { seed, first } = solo.again;
    const link = `#/play/${this.game.key}?${new URLSearchParams({ board: solo.board, seed, first })}`;
    return [copyButton(say("Copy link to this board"), () => link), el("small", { class: "quiet" }, say("Seed: {seed}", { seed }))];
  }

  /** The seconds go on between two messages of the server. */
  tick() {
    clearTimeout(this.timer);
    const solo = this.table?.solo;
    if (!solo || !this.table) return;
    const gone = solo.running ? (performance.now() - this.since) / 1000 : 0;
    const seconds = (solo.seconds ?? 0) + gone;
    const words = solo.seconds === null ? "–:––" : stopwatch(seconds, !!this.table.ended);
    if (this.time.textContent !== words) {
      this.time.textContent = words;
      this.time.setAttribute("aria-label", say("Time: {time}", { time: words }));
    }
    this.time.classList.toggle("running", solo.running);
    if (solo.running) this.timer = window.setTimeout(() => this.tick(), 1000 * (1 - (seconds % 1)) + 5);
  }

  /** @param {Table} table */
  figures(table) {
    const { needed, rate, efficiency } = figures(table);
    return [
      needed !== null && say("3BV: {n}", { n: needed }),
      rate !== null && say("3BV/s: {rate}", { rate: rateWords(rate) }),
      efficiency !== null && say("efficiency: {percent}", { percent: percent(efficiency) }),
    ].filter(Boolean).join(" · ") || bestTime(this.remembered(table));
  }

  /** @param {Table} table @param {BoardResults} results */
  remark(table, results) {
    const why = table.you.length ? excuse(table, wasHelped(table.id)) : null;
    if (why === "taken back") return say("Counts in no results: a move was taken back.");
    if (why === "helped") return say("Counts in no results: you had help.");
    if (this.isBest) return say("A new best time!");
    return [table.ended && bestTime(results), winsInARow(results)].filter(Boolean).join(" · ");
  }

  /** Every board that was played on. */
  list() {
    const all = Object.entries(resultsOf(this.game));
    if (!all.length) return el("p", { class: "quiet" }, say("What you win is kept in this browser."));
    return el("ul", { class: "results" }, all.map(([key, one]) => el("li", {},
      el("strong", {}, boardTitle(this.game, key)), " ",
      [
        bestTime(one),
        one.rate !== null && say("3BV/s: {rate}", { rate: rateWords(one.rate) }),
        say("won: {won} of {played}", { won: one.won, played: one.played }),
        say("in a row: {streak}, at most {longest}", { streak: one.streak, longest: one.longest }),
      ].filter(Boolean).join(" · "))));
  }
}
