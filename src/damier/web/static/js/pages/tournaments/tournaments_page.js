/** Every tournament on this server: engines against engines, under way and over. */
import * as api from "../../api.js";
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { exactly, when } from "../../pure/formatting.js";
import { address } from "../../router.js";
import { loadStylesheet } from "../../shared/stylesheet.js";
import { PAUSE, poll } from "./poll.js";
import { badge, command, meter } from "./tournament_progress.js";

/** @import { TournamentLine } from "../../types.js" */
/** @typedef {Awaited<ReturnType<typeof api.tournaments>>} Found */

/** Names that stand in a list; more would fill it. */
const MOST_NAMES = 6;

/** What begins one; typed, not pressed: tournaments take a machine for hours. */
export const COMMAND = "damier arena connect4 --engines child,evaluator --games 100";

/** @param {Element} host @returns {Promise<() => void>} */
export async function tournamentsPage(host) {
  const [found] = await Promise.all([api.tournaments(), loadStylesheet("tournaments")]);
  const list = el("div", { class: "tournaments" });
  fill(host,
    el("h1", {}, say("Tournaments")),
    el("p", { class: "lead" }, say("Engines against engines, with ratings and every game to replay.")),
    list);
  let [now, told] = [found, ""];
  /** @param {Found} news */
  const show = (news) => {
    now = news;
    const words = JSON.stringify(news);
    if (words === told) return; // a link that has the focus must not be replaced by its twin
    told = words;
    const focused = document.activeElement?.getAttribute("href");
    fill(list, contents(news));
    if (focused && list.isConnected) [...list.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  };
  show(found);
  const running = () => now.tournaments.some((one) => one.state === "running");
  return poll(async () => show(await api.tournaments().catch(() => now)), () => (running() ? PAUSE : 5 * PAUSE));
}

/** @param {Found} found */
function contents({ tournaments, damaged, left_off }) {
  return [
    tournaments.length > 0 && el("ul", { class: "runs" }, tournaments.map(entry)),
    tournaments.length + damaged.length === 0 && none(),
    left_off > 0 && el("p", { class: "quiet" }, say("{n} older tournaments are not listed.", { n: left_off })),
    damaged.length > 0 && el("section", { class: "damaged" },
      el("h2", {}, say("These cannot be read")),
      el("ul", {}, damaged.map((one) => el("li", {}, el("code", {}, one.id), `: ${one.problem}`)))),
    tournaments.length > 0 && el("section", { class: "begin-run" },
      el("h2", {}, say("Another one")), command(COMMAND)),
  ];
}

function none() {
  return el("div", { class: "empty small-empty" },
    el("h2", {}, say("No tournament yet")),
    el("p", {}, say("Type this in a terminal on the machine of this server, and watch it here:")),
    command(COMMAND));
}

/** @param {TournamentLine} one */
function entry(one) {
  const names = one.players.slice(0, MOST_NAMES);
  const more = one.players.length - names.length;
  return el("li", { class: "run", "data-id": one.id },
    el("h2", {}, el("a", { href: address({ page: "tournament", id: one.id }) }, one.title), badge(one)),
    el("p", {}, names.join(" – "), more > 0 && ` ${say("and {n} more", { n: more })}`),
    meter(one),
    el("p", { class: "quiet small" }, el("code", {}, one.id), " · ",
      el("time", { datetime: new Date(one.updated * 1000).toISOString(), title: exactly(one.updated) },
        when(one.updated, Date.now() / 1000))));
}
