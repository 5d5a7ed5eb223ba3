/**
 * Which move a click, a key or a finger means. Pure: the board asks, and this answers.
 */
import { byPlace, key, sort, turned } from "./lattice.js";

/** @import { At, Click, Gestures, Mark, Scene } from "../types.js" */
/** @typedef {{at: At, gesture: string, move: string}} Aim */

/**
 * @param {Mark} mark
 * @param {Gestures} gestures
 * @param {Click | "key"} how  a click, or Enter and Space
 * @returns {string | null} the gesture, if the mark offers one for this
 */
export function choose(mark, gestures, how) {
  const offered = Object.keys(mark.moves);
  return (how === "key" ? offered[0] : offered.find((name) => (gestures[name]?.click ?? "plain") === how)) ?? null;
}

/**
 * @param {Mark} mark
 * @param {Gestures} gestures
 * @param {string} letter
 * @returns {string | null}
 */
export function chooseByLetter(mark, gestures, letter) {
  return Object.keys(mark.moves).find((name) => gestures[name]?.key === letter.toLowerCase()) ?? null;
}

/** Whether a letter means a gesture at all. @param {Gestures} gestures @param {string} letter */
export function isGestureKey(gestures, letter) {
  return Object.values(gestures).some(({ key: own }) => own === letter.toLowerCase());
}

/**
 * The gesture that is missed where a place offers nothing: the one of this letter, or the first for such a place.
 * @param {Mark} mark
 * @param {Gestures} gestures
 * @param {string} [letter]
 * @returns {string}
 */
export function missed(mark, gestures, letter) {
  const corner = sort(mark.at) === "corner";
  const fits = (/** @type {string} */ name) =>
    letter ? gestures[name].key === letter.toLowerCase() : !!gestures[name].arm === corner;
  return Object.keys(gestures).find(fits) ?? "";
}

/**
 * How a gesture's move is written at a place, whether or not it can be made there.
 * @param {Mark} mark
 * @param {Gestures[string] | undefined} gesture
 */
export function writtenAt(mark, gesture) {
  const holes = { "{name}": mark.name, "{column}": String(columnOf(mark)) };
  return Object.entries(holes).reduce((words, [hole, value]) => words.replace(hole, value), gesture?.written ?? "{name}");
}

/** Counted from the left, from 1. @param {Mark} mark */
const columnOf = (mark) => (mark.at[0] + 1) / 2;

/**
 * What a digit means: a move in the column of that number, however the board is turned.
 * @param {Scene} scene
 * @param {Gestures} gestures
 * @param {number} digit
 * @returns {{mark: Mark, gesture: string, move: string | null} | null}  no move where the column offers none
 */
export function aimByDigit(scene, gestures, digit) {
  const gesture = Object.keys(gestures).find((name) => gestures[name].digits);
  const column = scene.marks.filter((mark) => columnOf(mark) === digit);
  if (!gesture || !column.length) return null;
  const mark = column.find((one) => gesture in one.moves) ?? column[0];
  return { mark, gesture, move: mark.moves[gesture] ?? null };
}

/**
 * How near to a line between cells a pointer must be to mean the line: nearer where the cell is a move too.
 * @param {Mark | undefined} cell
 */
function reach(cell) {
  return cell && Object.keys(cell.moves).length ? 0.17 : 0.36;
}

/**
 * What a pointer on a line means at a corner, as a wall in Quoridor: the line it is nearest to gives the
 * direction; of the two corners between which it is on that line, the nearer one that offers it gives the place.
 * @param {Map<string, Mark>} marks
 * @param {Gestures} gestures
 * @param {Click} click
 * @param {number} u  in cells from the left: 0.5 is the middle of the first cell
 * @param {number} v
 * @param {number} within  how far from a line, in cells
 * @returns {{mark: Mark, gesture: string} | null}
 */
function aimAtCorner(marks, gestures, click, u, v, within) {
  const [dx, dy] = [Math.abs(u - Math.round(u)), Math.abs(v - Math.round(v))];
  if (Math.min(dx, dy) > within) return null;
  const flat = dy <= dx;
  const arm = flat ? "flat" : "upright";
  const along = flat ? u : v;
  const near = Math.round(along);
  const far = near > along ? near - 1 : near + 1;
  for (const one of [near, far]) {
    const mark = marks.get(key(flat ? [2 * one, 2 * Math.round(v)] : [2 * Math.round(u), 2 * one]));
    const gesture = Object.keys(mark?.moves ?? {}).find((name) =>
      gestures[name]?.arm === arm && gestures[name].click === click);
    if (mark && gesture) return { mark, gesture };
  }
  return null;
}

/**
 * @param {Map<string, Mark>} marks
 * @param {number} u
 * @param {number} v
 * @param {number} within
 * @returns {Mark | null}
 */
function aimAtEdge(marks, u, v, within) {
  const [dx, dy] = [Math.abs(u - Math.round(u)), Math.abs(v - Math.round(v))];
  if (Math.min(dx, dy) > within) return null;
  const at = /** @type {At} */ (
    dx < dy ? [2 * Math.round(u), 2 * Math.floor(v) + 1] : [2 * Math.floor(u) + 1, 2 * Math.round(v)]
  );
  const mark = marks.get(key(at));
  return mark && Object.keys(mark.moves).length ? mark : null;
}

/**
 * What a pointer over the board means.
 * @param {Scene} scene
 * @param {Gestures} gestures
 * @param {number} x  on the picture, in cells from the left
 * @param {number} y
 * @param {Click} click
 * @param {boolean} flip
 * @returns {Aim | null}
 */
export function aim(scene, gestures, x, y, click, flip) {
  const [u, v] = turned(scene, [2 * x, 2 * y], flip).map((value) => value / 2);
  const marks = byPlace(scene);
  const cell = marks.get(key([2 * Math.floor(u) + 1, 2 * Math.floor(v) + 1]));
  const corner = aimAtCorner(marks, gestures, click, u, v, reach(cell));
  if (corner) return { at: corner.mark.at, gesture: corner.gesture, move: corner.mark.moves[corner.gesture] };
  const cellMoves = cell && Object.keys(cell.moves).length;
  const mark = aimAtEdge(marks, u, v, cellMoves ? 0.2 : 0.5) ?? cell;
  const gesture = mark ? choose(mark, gestures, click) : null;
  return mark && gesture ? { at: mark.at, gesture, move: mark.moves[gesture] } : null;
}

/**
 * Where an arrow key leads: left and right along a row of places, up and down to the next row, at the
 * place nearest to the column where the walk began, so that passing a row of corners does not drift.
 * @param {{x: number, y: number}[][]} rows  places as shown
 * @param {{x: number, y: number}} from
 * @param {string} arrow
 * @param {number} anchor
 * @returns {{x: number, y: number}}
 */
export function step(rows, from, arrow, anchor) {
  const row = rows.findIndex((places) => places[0].y === from.y);
  const places = rows[row] ?? rows[0];
  const index = places.findIndex((place) => place.x === from.x);
  /** @type {Record<string, () => {x: number, y: number} | undefined>} */
  const ways = {
    ArrowLeft: () => places[index - 1],
    ArrowRight: () => places[index + 1],
    Home: () => places[0],
    End: () => places[places.length - 1],
    ArrowUp: () => nearest(rows[row - 1], anchor),
    ArrowDown: () => nearest(rows[row + 1], anchor),
  };
  return ways[arrow]?.() ?? from;
}

/**
 * @param {{x: number, y: number}[] | undefined} places
 * @param {number} x
 */
function nearest(places, x) {
  return places?.reduce((best, one) => (Math.abs(one.x - x) < Math.abs(best.x - x) ? one : best));
}
