/** The table of a tournament, the cross table and its sequential test, as elements. */
import { draw, el } from "../../dom.js";
import { language, say } from "../../language.js";
import { percent } from "../../pure/formatting.js";
import { bar, progressOf, scaleOf } from "../../pure/rating_bars.js";

/** @import { Met, Row, SequentialTest, Tournament } from "../../types.js" */

/** @param {number} value @param {number} [digits] */
function written(value, digits = 1) {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);
}

/** Room for a table, which scrolls by itself where that is wider than the page. @param {string} name */
export function sheet(name) {
  return el("div", { class: "scroll sheet", tabindex: 0, role: "group", "aria-label": name });
}

/** Everybody, best first. @param {Tournament} tournament */
export function table({ rows, alone }) {
  const [scale, forfeits] = [scaleOf(rows, alone), rows.some((row) => row.forfeits > 0)];
  const drawn = !alone && rows.some((row) => row.draws > 0);
  const speed = rows.some((row) => row.speed !== null);
  const heads = [
    say("Place"), say("Player"), alone ? say("Boards won") : "Elo", "", say("Points"), say("Number of games"), say("Wins"),
    drawn && say("Draws"), say("Losses"), forfeits && say("Forfeits"), speed && say("3BV a second"),
  ];
  const row = (/** @type {Row} */ one, /** @type {number} */ place) => el("tr", {},
    el("td", {}, String(place + 1)),
    el("th", { scope: "row" }, one.name),
    el("td", { class: "rating" }, one.rating),
    el("td", { class: "bar" }, one.games > 0 && draw(bar(one, scale))),
    el("td", {}, written(one.points), one.games > 0 && el("span", { class: "quiet small" }, ` ${percent(one.score)}`)),
    el("td", {}, played(one)),
    el("td", {}, written(one.wins)),
    drawn && el("td", {}, written(one.draws)),
    el("td", {}, written(one.losses)),
    forfeits && el("td", { class: one.forfeits ? "forfeits" : null }, written(one.forfeits)),
    speed && el("td", {}, one.speed === null ? "" : written(one.speed)));
  return el("table", { class: "standings" },
    el("caption", { class: "unseen" }, say("Table")),
    el("thead", {}, el("tr", {}, heads.filter((head) => head !== false).map((head) => (
      head === "" ? el("td", { class: "bar" }) : el("th", { scope: "col" }, head))))),
    el("tbody", {}, rows.map(row)));
}

/** How many games, and how many of them do not repeat others. @param {Row} row */
function played({ games, different }) {
  return different === games
    ? written(games) : say("{games} ({different} different)", { games: written(games), different: written(different) });
}

/** Each against each: rows and columns in the order of the table. @param {Tournament} tournament */
export function cross({ rows, cross: cells }) {
  return el("table", { class: "cross" },
    el("caption", { class: "unseen" }, say("Each against each")),
    el("thead", {}, el("tr", {},
      el("th", { scope: "col" }, say("Player")),
      rows.map((row, place) => el("th", { scope: "col", title: row.name },
        String(place + 1), el("span", { class: "unseen" }, `, ${row.name}`))))),
    el("tbody", {}, rows.map((row, place) => el("tr", {},
      el("th", { scope: "row" }, el("span", { class: "quiet" }, `${place + 1} `), row.name),
      cells[place].map((cell, other) => met(cell, place === other))))));
}

/** What the numbers of the cross table are. @param {boolean} alone */
export function crossWords(alone) {
  return alone
    ? say("Boards that the player in the row won and the one in the column did not, of those that one of them won.")
    : say("Points of the player in the row against the one in the column, and games.");
}

/** @param {Met | null} cell @param {boolean} own */
function met(cell, own) {
  if (!cell || cell.games === 0) return el("td", { class: own ? "own" : null }, own ? "" : "–");
  const words = say("{wins} won, {draws} drawn, {losses} lost", cell);
  const node = el("td", { class: "met", title: words },
    el("strong", {}, written(cell.points)), el("span", { class: "small" }, ` / ${written(cell.games)}`));
  node.style.setProperty("--share", `${Math.round((100 * cell.points) / cell.games)}%`);
  return node;
}

/** How far a sequential test has got. @param {SequentialTest} test */
export function progress(test) {
  const words = `LLR ${written(test.llr, 2)}`;
  const track = el("div", {
    class: `sprt ${test.verdict ?? ""}`, role: "meter", "aria-label": say("Sequential test"),
    "aria-valuemin": test.lower.toFixed(2), "aria-valuemax": test.upper.toFixed(2),
    "aria-valuenow": Math.min(test.upper, Math.max(test.lower, test.llr)).toFixed(2), "aria-valuetext": words,
  }, el("span", { class: "sprt-mark" }));
  track.style.setProperty("--at", String(progressOf(test)));
  return el("section", { class: "test" },
    el("h2", {}, say("Sequential test")),
    el("div", { class: "sprt-room" },
      el("span", {}, `H0: ${written(test.elo0)} Elo`),
      el("strong", { class: "sprt-words" }, test.verdict ? `${words} · ${test.verdict}` : words),
      el("span", {}, `H1: ${written(test.elo1)} Elo`)),
    track,
    el("div", { class: "sprt-room quiet small", "aria-hidden": "true" },
      el("span", {}, written(test.lower, 2)), el("span", {}, written(test.upper, 2))));
}
