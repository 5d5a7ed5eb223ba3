/** The heat map: an engine's opinion on every move, as colours and short labels. */
import { PITCH, centre, isFlat, key, sort, turned, where } from "./lattice.js";
import { bar, word } from "./pieces.js";

/** @import { At, Gestures, Line, Scene, Shape } from "../types.js" */
/** @import { Look } from "./scene_to_svg.js" */

/**
 * From orange (bad) over grey to blue (good), which colour-blind people tell apart.
 * @param {number} chance
 */
export function heatColour(chance) {
  const [low, middle, high] = [[230, 145, 56], [205, 205, 205], [105, 170, 235]];
  const share = Math.min(1, Math.max(0, chance));
  const [one, two, part] = share < 0.5 ? [low, middle, 2 * share] : [middle, high, 2 * share - 1];
  return `rgb(${one.map((value, i) => Math.round(value + (two[i] - value) * part)).join(",")})`;
}

/** How wide a sign of a bold line is at most, in the line's height: an m takes as much as two i. @param {string} sign */
const broad = (sign) => (/[mw%+−=<>≤≥~]/i.test(sign) ? 1.05 : /[ijlrtf.,: ]/.test(sign) ? 0.5 : 0.72);

/** @param {string} line */
const breadth = (line) => [...line].reduce((sum, sign) => sum + broad(sign), 0);

/**
 * A label in one line or two, as large as fits into a cell.
 * @param {string} text
 * @returns {{lines: string[], size: number}}
 */
export function fit(text) {
  const words = text.replace(/^([≤≥<>~]) /, "$1").split(" "); // a bound stays with its number
  const broadest = (/** @type {string[]} */ lines) => Math.max(...lines.map(breadth));
  let lines = [words.join(" ")];
  for (let at = 1; at < words.length && text.length > 5; at += 1) {
    const two = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    if (broadest(two) < broadest(lines)) lines = two;
  }
  return { lines, size: Math.floor(Math.min(17, (PITCH - 10) / broadest(lines))) };
}

/** What fits beside a line between cells: "+2" of "+2 boxes". @param {string} text */
export function brief(text) {
  const number = /^([≤≥<>~]\s?)*[+−-]?\d[\d.,]*\s?%?/.exec(text);
  return number ? number[0].trim() : text.slice(0, 8);
}

/** From how many cells across a board is drawn so small that a label must be brief. */
const WIDE = 12;

/** How many walls get a label too: all of them would cover the board. */
const LABELLED = 4;

/** Under a label that is no move's: none of the colours, so that moves stand out. */
const PLAIN = "rgb(238,238,238)";

/**
 * What is said of places on which no opinion lies: the value of a cell that no disc can reach yet.
 * @param {Scene} scene
 * @param {Look} look
 * @returns {Shape[]}
 */
export function plain(scene, look) {
  const places = (look.heat ?? []).map((line) => line.at ?? where(scene, line.move));
  const taken = new Set(places.flatMap((at) => (at ? [key(at)] : [])));
  return (look.labelled ?? []).filter(({ at }) => !taken.has(key(at))).map(({ at, label }) => {
    const [x, y] = centre(turned(scene, at, look.flip ?? false));
    const short = sort(at) !== "cell" || scene.width > WIDE ? brief(label) : label;
    return {
      tag: "g",
      attrs: { class: "heat plain", transform: `translate(${x} ${y})` },
      children: tag(short, true, PLAIN),
    };
  });
}

/**
 * @param {Scene} scene
 * @param {Look} look
 * @returns {Shape[]}
 */
export function heat(scene, look) {
  // The worst first, so that the best lies on top where walls cross.
  return [...(look.heat ?? [])].map((line, rank) => ({ line, rank })).reverse().flatMap(({ line, rank }) => {
    const at = line.at ?? where(scene, line.move);
    if (!at) return [];
    const [x, y] = centre(turned(scene, at, look.flip ?? false));
    const fill = heatColour(line.heat ?? line.chance);
    const inside = sort(at) === "cell" ? square(fill) : strip(scene, at, line, fill, look.gestures);
    const labelled = sort(at) !== "corner" || rank < LABELLED;
    const backed = sort(at) !== "cell";
    const words = line.short || line.label;
    const label = backed || scene.width > WIDE ? brief(words) : words;
    const children = [...inside, ...(labelled ? tag(label, backed, fill) : [])];
    const best = rank === 0 ? " best" : "";
    return [{ tag: "g", attrs: { class: `heat${best}`, transform: `translate(${x} ${y})` }, children }];
  });
}

/** @param {string} fill @returns {Shape[]} */
function square(fill) {
  const side = PITCH - 8;
  const attrs = { class: "warm", x: -side / 2, y: -side / 2, width: side, height: side, rx: 6, fill };
  return [{ tag: "rect", attrs }];
}

/**
 * @param {Scene} scene
 * @param {At} at
 * @param {Line} line
 * @param {string} fill
 * @param {Gestures} [gestures]
 * @returns {Shape[]}
 */
function strip(scene, at, line, fill, gestures) {
  const flat = sort(at) === "corner" ? isFlat(scene, at, line.move, line.gesture, gestures) : sort(at) === "flat";
  const shape = bar("warm", flat, sort(at) === "corner" ? PITCH * 0.8 : PITCH - 16, 9);
  return [{ ...shape, attrs: { ...shape.attrs, fill } }];
}

/**
 * @param {string} text
 * @param {boolean} backed  on a plate of its own, where there is no cell below
 * @param {string} fill
 * @returns {Shape[]}
 */
function tag(text, backed, fill) {
  const { lines: rows, size: whole } = fit(text);
  const size = backed ? Math.min(13, whole) : whole;
  const width = Math.max(...rows.map((row) => row.length)) * size * 0.62 + 8;
  const height = rows.length * size * 1.1 + 4;
  const back = { tag: "rect", attrs: { class: "warm", x: -width / 2, y: -height / 2, width, height, rx: 4, fill } };
  return [
    ...(backed ? [back] : []),
    ...rows.map((row, i) => {
      const shape = word("warmth", row, size);
      const y = size * 0.36 + (i - (rows.length - 1) / 2) * size * 1.1;
      return { ...shape, attrs: { ...shape.attrs, y } };
    }),
  ];
}
