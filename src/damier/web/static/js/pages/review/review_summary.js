/** What stands beside a review: how far it is, how well everybody played, and the list of moves. */
import { el } from "../../dom.js";
import { say } from "../../language.js";
import { capital, percent } from "../../pure/formatting.js";
import { SIGNS, tally } from "../../pure/mistakes.js";

/** @import { Game, Review, Table } from "../../types.js" */

/** @param {Review} review @param {() => void} again */
export function progress(review, again) {
  if (review.state === "failed") {
    return [
      el("p", { class: "problem", role: "alert" }, capital(review.problem ?? say("This did not work"))),
      el("button", { type: "button", click: again }, say("Try again")),
    ];
  }
  const judge = review.title && el("p", { class: "quiet small judge" },
    say("Judged by {level}: {about}", { level: review.title, about: review.about ?? "" }));
  if (review.state !== "running") return [judge];
  return [
    el("label", { class: "running" },
      el("span", {}, say("Looking at move {n} of {total}…",
        { n: Math.min(review.done + 1, review.total), total: review.total })),
      el("progress", { max: Math.max(1, review.total), value: review.done })),
    judge,
  ];
}

/** Who played how well. @param {Review} review @param {Table} table @param {Game} game */
export function accuracies(review, table, game) {
  return table.players.map((player) => {
    const value = review.accuracy[player.seat];
    const seat = capital(game.seat_names[player.seat] ?? "");
    const name = player.kind === "level" ? player.title : table.you.length === 1 && table.you[0] === player.seat
      ? say("You") : game.seats > 1 ? seat : say("Person");
    const counted = tally(review, player.seat).filter(([, n]) => n > 0);
    return el("li", { class: "accuracy" },
      el("span", { class: "accuracy-who" },
        el("strong", {}, name),
        name !== seat && game.seats > 1 && el("span", { class: "quiet small" }, seat)),
      el("span", { class: "tally" }, counted.map(([verdict, n]) => el("span", { class: `verdict ${verdict}` },
        el("span", { class: "verdict-sign", "aria-hidden": "true" }, SIGNS[verdict]), counts(verdict, n)))),
      el("span", { class: "accuracy-value" },
        el("span", { class: "unseen" }, `${say("Accuracy")} `),
        value === null || value === undefined ? "–" : percent(value / 100)));
  });
}

/** @param {string} verdict @param {number} n */
function counts(verdict, n) {
  const words = verdict === "inaccuracy" ? say("{n} inaccuracies", { n })
    : verdict === "mistake" ? say("{n} mistakes", { n }) : say("{n} blunders", { n });
  return [el("span", { "aria-hidden": "true" }, String(n)), el("span", { class: "unseen" }, words)];
}
