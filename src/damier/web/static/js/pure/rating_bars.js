/** Ratings as bars: where each lies, and how sure that is. Pure: shapes from numbers. */

/** @import { Row, Shape } from "../types.js" */
/** @typedef {{low: number, high: number}} Scale */

export const WIDTH = 180;
export const HEIGHT = 24;
/** Room at the sides for arrows. */
const SIDE = 10;

/**
 * What all bars of a table share: from the lowest end to the highest; or shares from 0 to 1.
 * @param {Pick<Row, "low" | "high">[]} rows
 * @param {boolean} alone
 * @returns {Scale}
 */
export function scaleOf(rows, alone) {
  if (alone) return { low: 0, high: 1 };
  const known = rows.flatMap(({ low, high }) => [low, high]).filter((one) => one !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  return high > low ? { low, high } : { low: low - 1, high: high + 1 };
}

/** @param {Scale} scale @param {number} value */
export function placeOf(scale, value) {
  const share = (value - scale.low) / (scale.high - scale.low);
  return Math.round(10 * (SIDE + Math.min(1, Math.max(0, share)) * (WIDTH - 2 * SIDE))) / 10;
}

/**
 * A line for the interval, a dot for the likeliest value; an arrow where nothing bounds it.
 * @param {Pick<Row, "value" | "low" | "high">} row
 * @param {Scale} scale
 * @returns {Shape}
 */
export function bar({ value, low, high }, scale) {
  const y = HEIGHT / 2;
  const [from, to] = [low === null ? 2 : placeOf(scale, low), high === null ? WIDTH - 2 : placeOf(scale, high)];
  const end = (/** @type {number} */ x, /** @type {number} */ way, /** @type {boolean} */ open) => (
    open ? `M${x - 5 * way} ${y - 5}L${x} ${y}L${x - 5 * way} ${y + 5}` : `M${x} ${y - 5}V${y + 5}`);
  return {
    tag: "svg",
    attrs: { class: "rating-bar", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    children: [
      { tag: "path", attrs: { class: "zero", d: `M${placeOf(scale, 0)} 0V${HEIGHT}` } },
      { tag: "path", attrs: { class: "interval", d: `M${from} ${y}H${to}` } },
      { tag: "path", attrs: { class: "ends", d: end(from, -1, low === null) + end(to, 1, high === null) } },
      // Of who won or lost everything nobody knows where that is.
      ...(low === null || high === null ? []
        : [{ tag: "circle", attrs: { class: "value", cx: placeOf(scale, value), cy: y, r: 4.5 } }]),
    ],
  };
}

/**
 * How far a sequential test has got between its bounds, from 0 to 1.
 * @param {{llr: number, lower: number, upper: number}} test
 */
export function progressOf({ llr, lower, upper }) {
  return Math.min(1, Math.max(0, (llr - lower) / (upper - lower)));
}
