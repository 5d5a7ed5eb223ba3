/** How far a tournament is, and the command that begins one: on the list and on the page of one. */
import { el } from "../../dom.js";
import { say } from "../../language.js";

/** @import { TournamentLine } from "../../types.js" */

/** Whether it goes on, with a sign that needs no colour. @param {Pick<TournamentLine, "state">} one */
export function badge({ state }) {
  const words = { running: say("under way"), finished: say("finished"), stopped: say("stopped") };
  return el("span", { class: `run-state ${state}` }, words[state] ?? state);
}

/** How many games have been played. @param {Pick<TournamentLine, "played" | "total" | "state">} one */
export function meter({ played, total, state }) {
  const words = played === total
    ? say("{n} games", { n: total }) : say("{played} of {n} games", { played, n: total });
  return el("div", { class: "run-meter" },
    el("span", {}, words),
    state !== "finished" && el("progress", { max: Math.max(1, total), value: played, "aria-label": say("Games played") }));
}

/** Something to type. @param {string} words */
export function command(words) {
  // It may be longer than a phone is wide: then it scrolls, with the arrow keys too.
  return el("pre", { class: "command scroll", tabindex: 0, role: "group", "aria-label": say("Command") },
    el("code", {}, words));
}
