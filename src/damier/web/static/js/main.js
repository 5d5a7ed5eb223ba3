/** Boot: language, then the page that the address means. */
import { Refused } from "./api.js";
import { byId, el, fill, toast } from "./dom.js";
import { forgetEarly } from "./early.js";
import { LANGUAGES, language, pick, say, speak } from "./language.js";
import { recall, remember } from "./local_storage.js";
import { route } from "./router.js";
import { navigation } from "./shared/navigation.js";
import { fetchPage } from "./shared/page_files.js";
import { skeleton } from "./shared/skeleton.js";
import { sorry } from "./shared/sorry.js";

/** @import { Route } from "./router.js" */

/**
 * @typedef {(() => void) & {follow?: (to: Route) => boolean}} Leave
 *   What a page does when it is left; and whether it can go to an address by itself, without being drawn anew.
 */

/**
 * Each page is fetched when it is first needed.
 * @param {Element} host
 * @param {Route} to
 * @returns {Promise<Leave>}
 */
async function open(host, to) {
  switch (to.page) {
    case "table": return (await import("./pages/table/table_page.js")).tablePage(host, to.id);
    case "choose": return (await import("./pages/choose/choose_page.js")).choosePage(host, to.game);
    case "rules": return (await import("./pages/rules/rules_page.js")).rulesPage(host, to.game);
    case "puzzles": return (await import("./pages/puzzles/puzzles_page.js")).puzzlesPage(host, to.game, to.grade, to.number);
    case "join": return (await import("./pages/join/join_page.js")).joinPage(host, to.id, to.invitation);
    case "review": return (await import("./pages/review/review_page.js")).reviewPage(host, to.id);
    case "archive": return (await import("./pages/archive/archive_page.js")).archivePage(host);
    case "tournaments": return (await import("./pages/tournaments/tournaments_page.js")).tournamentsPage(host);
    case "tournament": return (await import("./pages/tournaments/tournament_page.js")).tournamentPage(host, to.id);
    case "replay": return (await import("./pages/tournaments/replay_page.js")).replayPage(host, to.id, to.number);
    case "position": return (await import("./pages/position/position_page.js")).positionPage(host, to.game, to.query);
    case "lost": throw new Refused(404, say("There is nothing at this address."));
    default: return (await import("./pages/start/start_page.js")).startPage(host);
  }
}

/** @type {Leave} */
let leave = () => {};
/** Counts the pages asked for: a slow answer for one that was left must not appear. */
let asked = 0;

async function show() {
  const mine = ++asked;
  leave();
  leave = () => {};
  const to = route(location.hash);
  const host = el("div", { class: `page page-${to.page}` });
  wait(to.page, mine > 1);
  try {
    const next = await open(host, to);
    if (mine !== asked) return next();
    leave = next;
  } catch (problem) {
    if (mine !== asked) return;
    fill(host, sorry(problem, show));
  }
  fill(byId("main"), host);
  byId("main").removeAttribute("aria-busy");
  const title = to.page === "start" ? null : host.querySelector("h1")?.textContent;
  document.title = title ? `${title} · damier` : "damier";
  forgetEarly();
}

/** Answer the press at once: the outline of the page, while all that it needs is fetched. @param {Route["page"]} page @param {boolean} pressed */
function wait(page, pressed) {
  fetchPage(page);
  const main = byId("main");
  main.setAttribute("aria-busy", "true");
  fill(main, skeleton(page));
  fill(byId("nav"), navigation(page));
  fill(byId("toasts")); // what was said of the page before
  window.scrollTo(0, 0);
  if (pressed) main.focus({ preventScroll: true }); // where a click on a link led
}

/** On the way to a link, what it leads to is fetched. @param {Event} event */
function foresee({ target }) {
  const way = target instanceof Element && target.closest("a[href^='#/'], [data-play]");
  if (way) fetchPage(way instanceof HTMLAnchorElement ? route(way.hash).page : "table");
}

function languages() {
  const choice = el("select", {
    "aria-label": say("Language"),
    change: async () => {
      remember("language", choice.value);
      await speak(choice.value);
      frame();
      await show();
    },
  }, Object.entries(LANGUAGES).map(([code, name]) =>
    el("option", { value: code, lang: code, selected: code === language() }, name)));
  return choice;
}

/** What stands around every page. */
function frame() {
  fill(byId("languages"), languages());
  byId("nav").setAttribute("aria-label", say("Main"));
  byId("skip").textContent = say("Skip to the content");
}

byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the hash is the route
  byId("main").focus();
});
window.addEventListener("hashchange", () => {
  if (!leave.follow?.(route(location.hash))) show();
});
for (const kind of ["pointerover", "focusin", "touchstart"]) document.addEventListener(kind, foresee, { passive: true });
window.addEventListener("unhandledrejection", (event) => toast(String(event.reason?.message ?? event.reason)));
await speak(pick([recall("language", null), ...navigator.languages]));
frame();
await show();
