/**
 * Places on the lattice and on the picture.
 *
 * A cell is PITCH units wide, so the place (x, y) has its centre at (x, y) * PITCH / 2 whatever lies
 * between the cells; grids differ only in how much of the pitch a cell fills.
 */

/** @import { At, Gestures, Mark, Scene } from "../types.js" */

/** How wide a cell is, with its share of what lies around it. */
export const PITCH = 60;

/** How wide what lies between two cells is. */
/** @type {Record<string, number>} */
const GAPS = { lines: 0, dots: 16, gaps: 14, none: 2 };

/** The tag of a mark that was drawn here and that the server has not confirmed. */
export const SENT = "sent";

/** @param {string} grid */
export function gap(grid) {
  return GAPS[grid] ?? 0;
}

/** @param {At} at */
export function key(at) {
  return `${at[0]},${at[1]}`;
}

/**
 * @param {At} at
 * @returns {"cell" | "corner" | "flat" | "upright"}
 */
export function sort(at) {
  const [odd, row] = [Math.abs(at[0] % 2) === 1, Math.abs(at[1] % 2) === 1];
  if (odd && row) return "cell";
  if (!odd && !row) return "corner";
  return odd ? "flat" : "upright";
}

/**
 * The place that is shown where *at* is, once the board is turned round.
 * @param {Scene} scene
 * @param {At} at
 * @param {boolean} flip
 * @returns {At}
 */
export function turned(scene, at, flip) {
  return flip ? [2 * scene.width - at[0], 2 * scene.height - at[1]] : at;
}

/**
 * Width and height that a place takes on the picture: places never overlap, so every click is one place's.
 * @param {string} grid
 * @param {At} at
 * @returns {[number, number]}
 */
export function extent(grid, at) {
  const between = Math.max(gap(grid), 10);
  const cell = PITCH - gap(grid);
  const kind = sort(at);
  return [
    kind === "cell" || kind === "flat" ? cell : between,
    kind === "cell" || kind === "upright" ? cell : between,
  ];
}

/**
 * Something worked out once for each scene: a pointer that moves over 3,600 cells asks many times.
 * @template T
 * @param {(scene: Scene) => T} make
 * @returns {(scene: Scene) => T}
 */
function once(make) {
  /** @type {WeakMap<Scene, {made: T}>} */
  const kept = new WeakMap();
  return (scene) => {
    const known = kept.get(scene) ?? { made: make(scene) };
    kept.set(scene, known);
    return known.made;
  };
}

/** The marks by their places. @type {(scene: Scene) => Map<string, Mark>} */
export const byPlace = once((scene) => new Map(scene.marks.map((mark) => [key(mark.at), mark])));

/** @typedef {{mark: Mark, gesture: string}} Offer  Where and how a move is made. */

/** Each move's own place, which is the first that offers it. @type {(scene: Scene) => Map<string, Offer>} */
export const offers = once((scene) => {
  /** @type {Map<string, Offer>} */
  const found = new Map();
  for (const mark of scene.marks) {
    for (const [gesture, move] of Object.entries(mark.moves)) {
      if (!found.has(move)) found.set(move, { mark, gesture });
    }
  }
  return found;
});

/**
 * Where *move* is made, if it can be made now.
 * @param {Scene} scene
 * @param {string} move
 * @returns {At | null}
 */
export function where(scene, move) {
  return offers(scene).get(move)?.mark.at ?? null;
}

/**
 * The places that exist, as rows from top to bottom as shown, each from left to right.
 * @param {Scene} scene
 * @param {boolean} flip
 * @returns {Mark[][]}
 */
export function rowsOf(scene, flip) {
  /** @type {Map<number, Mark[]>} */
  const rows = new Map();
  for (const mark of scene.marks) {
    const y = turned(scene, mark.at, flip)[1];
    const row = rows.get(y);
    if (row) row.push(mark);
    else rows.set(y, [mark]);
  }
  const sign = flip ? -1 : 1;
  return [...rows.entries()]
    .sort((a, b) => a[0] - b[0])
    .map(([, row]) => row.sort((a, b) => sign * (a.at[0] - b.at[0])));
}

/** The middle of a place on the picture. @param {At} shown @returns {[number, number]} */
export function centre(shown) {
  return [(shown[0] * PITCH) / 2, (shown[1] * PITCH) / 2];
}

/**
 * Whether *move* at a corner lies flat.
 * @param {Scene} scene
 * @param {At} at
 * @param {string | undefined} move
 * @param {string | null} [gesture]  how it is made, where that is known: who looks on is offered no moves
 * @param {Gestures} [gestures]
 */
export function isFlat(scene, at, move, gesture, gestures = {}) {
  const offered = Object.entries(byPlace(scene).get(key(at))?.moves ?? {});
  const made = gesture ?? offered.find(([, one]) => one === move)?.[0];
  return gestures[made ?? ""]?.arm !== "upright";
}
