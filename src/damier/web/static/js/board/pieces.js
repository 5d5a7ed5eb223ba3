/**
 * How each kind of mark looks, around (0, 0). Colours are in board.css, by kind and seat; what differs
 * here is shape, so that seats are told apart without colour: seat 0 is filled, seat 1 is a ring.
 */
import { PITCH, gap, key, sort } from "./lattice.js";

/** @import { At, Gesture, Mark, Shape } from "../types.js" */
/** @typedef {{grid: string, marks: Map<string, Mark>}} Around  What a mark must know of its board. */

/**
 * @param {string} name
 * @param {number} r
 * @returns {Shape}
 */
const circle = (name, r) => ({ tag: "circle", attrs: { class: name, r } });

/**
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {number} rx
 * @returns {Shape}
 */
const rect = (name, width, height, rx) => ({
  tag: "rect",
  attrs: { class: name, x: -width / 2, y: -height / 2, width, height, rx },
});

/**
 * @param {string} name
 * @param {string} d
 * @returns {Shape}
 */
const path = (name, d) => ({ tag: "path", attrs: { class: name, d } });

/**
 * @param {string} name
 * @param {string} text
 * @param {number} size
 * @returns {Shape}
 */
export const word = (name, text, size) => ({
  tag: "text",
  attrs: { class: name, "font-size": size, y: size * 0.36, "text-anchor": "middle" },
  text,
});

/** @param {number} r @param {number | null} seat @returns {Shape[]} */
function round(r, seat) {
  if (seat === null) return [circle("piece", r)];
  if (seat === 0) return [circle("piece", r)];
  if (seat === 1) return [circle("piece", r), circle("hole", r * 0.45)];
  return [circle("piece", r), word("sign", String(seat + 1), r)];
}

/** @param {Mark} mark @returns {Shape[]} */
function stone(mark) {
  if (mark.seat === 0) return [path("stroke", "M-15-15L15 15M15-15L-15 15")];
  if (mark.seat === 1) return [circle("stroke", 17)];
  return glyph(mark);
}

/** @param {Mark} mark @returns {Shape[]} */
function box(mark) {
  if (mark.seat === null) return [rect("shut", 40, 40, 4)];
  if (mark.seat === 0) return [rect("piece", 38, 38, 5)];
  if (mark.seat === 1) return [rect("piece", 38, 38, 5), rect("hole", 18, 18, 3)];
  return [rect("piece", 38, 38, 5), word("sign", String(mark.seat + 1), 20)];
}

/** @param {Mark} mark @returns {Shape[]} */
function glyph(mark) {
  return mark.glyph ? [word("glyph", mark.glyph, 34)] : [];
}

/**
 * A bar along a line between cells: one edge, or two with the corner between them.
 * @param {string} name
 * @param {boolean} flat
 * @param {number} length
 * @param {number} thick
 */
export function bar(name, flat, length, thick) {
  return flat ? rect(name, length, thick, thick / 2.5) : rect(name, thick, length, thick / 2.5);
}

/**
 * A wall is one bar, drawn at its corner; its two edges carry the same name and draw nothing.
 * @param {Mark} mark
 * @param {Around} around
 * @returns {Shape[]}
 */
function wall(mark, { grid, marks }) {
  const [x, y] = mark.at;
  const same = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    const other = marks.get(key([x + dx, y + dy]));
    return other?.kind === "wall" && other.name === mark.name;
  };
  const between = gap(grid) || 8;
  if (sort(mark.at) === "corner") {
    return [bar("bar", same(1, 0) || same(-1, 0), 2 * PITCH - between, between - 4)];
  }
  const flat = sort(mark.at) === "flat";
  const joined = flat ? same(1, 0) || same(-1, 0) : same(0, 1) || same(0, -1);
  return joined ? [] : [bar("bar", flat, PITCH - between, between - 4)];
}

const FLAG = [path("pole", "M-6 16V-16"), path("cloth", "M-6-17L15-9L-6-1Z"), path("pole", "M-13 17H4")];
const MINE = [
  path("spikes", "M0-19V19M-19 0H19M-13-13L13 13M13-13L-13 13"),
  circle("ball", 12),
  { tag: "circle", attrs: { class: "glint", cx: -4, cy: -4, r: 3 } },
];
const TILE = rect("tile", PITCH - 3, PITCH - 3, 7);
const OPEN = rect("open", PITCH - 3, PITCH - 3, 4);

/** @type {Record<string, (mark: Mark, around: Around) => Shape[]>} */
const KINDS = {
  stone,
  // The plate hides the rim of a disc: what won is marked inside.
  disc: (mark) => [...round(24, mark.seat), ...(mark.tags.includes("win") ? [circle("won", 17)] : [])],
  pawn: (mark) => round(17, mark.seat),
  box,
  wall,
  empty: (_, { grid }) => (grid === "none" ? [OPEN] : []),
  target: () => [circle("dot", 6)],
  corner: () => [],
  gap: (mark) => [bar("faint", sort(mark.at) === "flat", PITCH - 22, 3)],
  edge: (mark) => [bar("bar", sort(mark.at) === "flat", PITCH - 6, 8)],
  cover: () => [TILE],
  flag: () => [TILE, ...FLAG],
  wrong: () => [TILE, ...FLAG, path("cross", "M-19-19L19 19M19-19L-19 19")],
  mine: () => [OPEN, ...MINE],
  exploded: () => [rect("blast", PITCH - 3, PITCH - 3, 4), ...MINE],
  number: (mark) => [OPEN, word("digit", digit(mark), 34)],
};

/** The number that a mark shows: its tag says it, as "n3". @param {Mark} mark */
export function digit(mark) {
  const tag = mark.tags.find((one) => /^n\d+$/.test(one));
  return tag ? tag.slice(1) : mark.glyph;
}

/**
 * @param {Mark} mark
 * @param {Around} around
 * @returns {Shape[]}
 */
export function shapes(mark, around) {
  return (KINDS[mark.kind] ?? glyph)(mark, around);
}

/**
 * What appears under the pointer before a gesture is made; a frame where the game does not say.
 * @param {Gesture | undefined} gesture
 * @param {At} at
 * @param {number} seat
 * @param {string} grid
 * @returns {{kind: string, shapes: Shape[]}}
 */
export function ghost(gesture, at, seat, grid) {
  const kind = gesture?.ghost || "any";
  if (gesture?.arm) {
    const between = gap(grid) || 8;
    return { kind, shapes: [bar("bar", gesture.arm === "flat", 2 * PITCH - between, between - 4)] };
  }
  const mark = { at, kind, glyph: "", name: "", seat, moves: {}, tags: [] };
  const drawn = shapes(mark, { grid, marks: new Map() });
  return drawn.length ? { kind, shapes: drawn } : { kind: "any", shapes: [rect("frame", PITCH - 6, PITCH - 6, 7)] };
}
