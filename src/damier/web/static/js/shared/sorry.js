/** A page that cannot be shown: what was not found or went wrong, and ways on. */
import { Refused } from "../api.js";
import { el } from "../dom.js";
import { say } from "../language.js";

/** @param {unknown} problem @param {() => unknown} again */
export function sorry(problem, again) {
  const words = problem instanceof Error ? problem.message : String(problem);
  const gone = problem instanceof Refused && problem.status === 404;
  return el("section", { class: "empty" },
    el("h1", {}, gone ? say("Not found") : say("This did not work")),
    el("p", {}, words),
    el("p", { class: "ways" },
      !gone && el("button", { type: "button", click: again }, say("Try again")),
      el("a", { class: "button primary", href: "#/" }, say("All games")),
      gone && el("a", { class: "button", href: "#/archive" }, say("Archive"))));
}
