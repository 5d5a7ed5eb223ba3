/** Boot: language, then the page that the address means. */
import { byId, el, fill, toast } from "./dom.js";
import { LANGUAGES, language, pick, say, speak } from "./language.js";
import { recall, remember } from "./memory.js";
import { choosePage } from "./pages/choose.js";
import { startPage } from "./pages/start.js";
import { tablePage } from "./pages/table.js";
import { route } from "./router.js";

/** @typedef {() => void} Leave  What a page does when it is left. */

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
  try {
    const next = to.page === "table" ? await tablePage(host, to.id)
      : to.page === "choose" ? await choosePage(host, to.game)
      : await startPage(host);
    if (mine !== asked) return next();
    leave = next;
  } catch (problem) {
    if (mine !== asked) return;
    sorry(host, problem);
  }
  fill(byId("main"), host);
  fill(byId("toasts")); // what was said of the page before
  const title = to.page === "start" ? null : host.querySelector("h1")?.textContent;
  document.title = title ? `${title} · damier` : "damier";
  window.scrollTo(0, 0);
  if (mine > 1) byId("main").focus({ preventScroll: true }); // where a click on a link led
}

/** @param {Element} host @param {unknown} problem */
function sorry(host, problem) {
  const words = problem instanceof Error ? problem.message : String(problem);
  fill(
    host,
    el("section", { class: "empty" },
      el("h1", {}, say("This did not work")),
      el("p", {}, words),
      el("p", {}, el("a", { class: "button", href: "#/" }, say("All games")))),
  );
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
  byId("skip").textContent = say("Skip to the content");
}

byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the hash is the route
  byId("main").focus();
});
window.addEventListener("hashchange", show);
window.addEventListener("unhandledrejection", (event) => toast(String(event.reason?.message ?? event.reason)));
await speak(pick([recall("language", null), ...navigator.languages]));
frame();
await show();
