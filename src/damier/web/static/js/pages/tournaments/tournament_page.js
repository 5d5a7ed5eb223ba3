/** One tournament: its table, each against each, its test and its games; it grows while it is looked at. */
import * as api from "../../api.js";
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { exactly, sentence } from "../../pure/formatting.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { PAUSE, poll } from "./poll.js";
import { cross, crossWords, progress, sheet, table } from "./standings.js";
import { TournamentGames } from "./tournament_games.js";
import { badge, command, meter } from "./tournament_progress.js";

/** @import { Tournament } from "../../types.js" */

/** How long to wait where games are only counted, in milliseconds. */
const SOON = 200;

/** @param {Element} host @param {string} id @returns {Promise<() => void>} */
export async function tournamentPage(host, id) {
  const [now] = await Promise.all([api.tournament(id), loadStylesheet("tournaments")]);
  const page = new TournamentPage(host, now);
  await page.games.load(true);
  page.see(now);
  const stop = poll(() => page.ask(), () => page.pause());
  return () => {
    stop();
    page.games.leave();
  };
}

class TournamentPage {
  /** @param {Element} host @param {Tournament} now */
  constructor(host, now) {
    this.now = now;
    /** What is on the page, so that only news is written. */
    this.told = "";
    this.games = new TournamentGames(now.id, now.rows);
    this.parts = {
      state: el("div", { class: "run-head" }),
      problem: el("p", { class: "problem", role: "alert", hidden: true }),
      table: sheet(say("Table")),
      test: el("div", {}),
      remarks: el("ul", { class: "remarks" }),
      cross: sheet(say("Each against each")),
    };
    const { parts } = this;
    this.meetings = el("section", {}, el("h2", {}, say("Each against each")),
      el("p", { class: "quiet small" }, crossWords(now.alone)), parts.cross);
    fill(host,
      el("nav", { class: "crumbs", "aria-label": say("Where you are") },
        el("a", { href: "#/tournaments" }, say("All tournaments"))),
      el("h1", {}, say("Tournament of {game}", { game: now.title })),
      el("p", { class: "quiet small" }, el("code", {}, [now.id, now.limit].filter(Boolean).join(" · ")), " · ",
        exactly(now.updated)),
      parts.state, parts.problem,
      el("section", {}, el("h2", {}, say("Table")), parts.table),
      parts.test, parts.remarks, this.meetings, this.games.node,
      el("section", { class: "again" }, el("h2", {}, say("Play it again")), command(now.command)));
  }

  /** How long until it is asked for again; never once it is over and counted. */
  pause() {
    if (this.now.counted < this.now.played) return SOON;
    return this.now.state === "running" ? PAUSE : null;
  }

  async ask() {
    try {
      const before = this.now;
      const now = await api.tournament(before.id);
      if (now.played > before.played) await this.games.load(false);
      this.see(now);
      if (before.state === "running" && now.state === "finished") announce(say("The tournament is over."));
    } catch (problem) {
      // A server that starts again is asked once more.
      this.parts.problem.textContent = problem instanceof Error ? problem.message : String(problem);
      this.parts.problem.hidden = false;
    }
  }

  /** @param {Tournament} now */
  see(now) {
    const { parts } = this;
    this.now = now;
    parts.problem.hidden = true;
    const told = JSON.stringify(now);
    if (told === this.told) return;
    this.told = told;
    fill(parts.state, badge(now), meter(now), now.counted < now.played && el("p", { class: "quiet small" },
      say("Counting: {counted} of {n} games", { counted: now.counted, n: now.played })));
    fill(parts.table, table(now));
    fill(parts.test, now.test && progress(now.test));
    fill(parts.remarks, now.remarks.map((words) => el("li", {}, sentence(words, now.players))));
    parts.remarks.hidden = now.remarks.length === 0;
    fill(parts.cross, cross(now));
    this.meetings.hidden = now.rows.length < 2;
  }
}
