/** One move of a review in words: what was played, what it cost, what was better and why. */
import { byPlace, key } from "../../board/lattice.js";
import { el } from "../../dom.js";
import { say } from "../../language.js";
import { capital, odds } from "../../pure/formatting.js";
import { pointsLost, sign } from "../../pure/mistakes.js";
import { continued, proof, reasonList } from "../../shared/engine_opinion.js";

/** @import { Game, Line, Moment, Scene } from "../../types.js" */

/** Whether there was something better. @param {Moment} moment */
export function isWorse(moment) {
  return moment.judged !== false && moment.best !== moment.move && (moment.cost > 0 || sign(moment) !== "");
}

/**
 * Both moves as opinions, so that the board can paint them beside each other: the better one first.
 * @param {Moment} moment
 * @returns {Line[]}
 */
export function asLines(moment) {
  const { proven, why, then } = moment;
  const better = {
    move: moment.best, name: moment.best_name, at: moment.best_at, label: moment.best_label, short: moment.best_short, chance: moment.best_chance, value: 1,
    proven, why, then, gesture: moment.best_gesture,
  };
  const played = {
    move: moment.move, name: moment.name, at: moment.at, label: moment.label, short: moment.short, chance: moment.chance, value: 0,
    proven, why: [], then: [], gesture: moment.gesture,
  };
  return [better, played];
}

/**
 * A move in the words of the board, as it was offered before it: "Dig g1" for d7,1.
 * @param {Game} game
 * @param {Scene | null} scene
 * @param {Line} line
 */
export function lineSpoken(game, scene, { name, at, gesture }) {
  const place = scene && at && gesture ? byPlace(scene).get(key(at))?.name : "";
  const title = game.gestures[gesture ?? ""]?.title;
  return place && title ? `${title} ${place}` : name;
}

/**
 * @typedef {object} Told
 * @property {Game} game
 * @property {Moment} moment
 * @property {Scene | null} scene  before the move
 * @property {boolean} shown  Whether the board shows the better move.
 * @property {() => void} toggle  Show it, or no longer.
 */

/** @param {Told} told */
export function judgedMove({ game, moment, scene, shown, toggle }) {
  const seat = capital(game.seat_names[moment.seat] ?? "");
  const move = lineSpoken(game, scene, asLines(moment)[1]);
  const made = game.seats > 1 ? say("{seat}: {move}", { seat, move }) : move;
  const worse = isWorse(moment);
  return [
    el("h2", {}, `${moment.ply + 1}. ${made}`, verdict(moment)),
    facts(game, moment),
    moment.remark && el("p", { class: "remark" }, capital(moment.remark)),
    worse && better(game, moment, scene),
    worse && el("button", { type: "button", id: "better", "aria-pressed": String(shown), click: toggle },
      say("Show on the board")),
  ];
}

/** @param {Moment} moment */
function verdict(moment) {
  return el("span", { class: `verdict ${moment.judged === false ? "" : moment.verdict}` },
    sign(moment) && el("span", { class: "verdict-sign", "aria-hidden": "true" }, sign(moment)), moment.title);
}

/** What the engine says of the move, and what it cost. @param {Game} game @param {Moment} moment */
function facts(game, moment) {
  const words = [
    capital(moment.label),
    moment.cost > 0 && say("cost {n} percentage points", { n: pointsLost(moment.cost) }),
    sign(moment) && say("from {before} to {after}",
      { before: odds(game, moment.best_chance), after: odds(game, moment.chance) }),
  ].filter(Boolean);
  return words.length > 0 && el("p", { class: "facts" }, words.join(" · "));
}

/** @param {Game} game @param {Moment} moment @param {Scene | null} scene */
function better(game, moment, scene) {
  const move = lineSpoken(game, scene, asLines(moment)[0]);
  return el("div", { class: "better" },
    el("h3", {}, say("Better: {move}", { move }),
      moment.best_label && el("span", { class: "badge" }, moment.best_label, moment.proven && proof())),
    moment.why.length > 0 && reasonList(moment.why),
    moment.then.length > 0 && el("p", { class: "quiet" }, say("Then {moves}", { moves: continued(moment.then) })));
}
