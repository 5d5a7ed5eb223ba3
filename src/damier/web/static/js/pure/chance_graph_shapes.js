/** The chances move by move, as a drawing. Pure: shapes from numbers. */

/** @import { Shape } from "../types.js" */

/**
 * @typedef {object} Plot
 * @property {number} width  In pixels: the drawing is as wide as its place, so that signs keep their shape.
 * @property {number} height
 * @property {number} total  How many moves there are; step 0 is the beginning.
 * @property {(number | null)[]} values  From 0 to 1 by step; null where nobody has looked yet.
 * @property {boolean} alone  Whether each value is a move's own: then they are no line.
 * @property {{step: number, verdict: string}[]} marks
 * @property {number} step  Where we are.
 */

/** Room at the sides: half the thumb of the slider below, so that both agree. */
export const SIDE = 12;
/** Room above and below, for signs at the very edge. */
const EDGE = 12;

/** @param {Plot} plot @param {number} step */
export function xOf(plot, step) {
  return SIDE + (plot.total ? step / plot.total : 0) * (plot.width - 2 * SIDE);
}

/** @param {Plot} plot @param {number} value */
export function yOf(plot, value) {
  return EDGE + (1 - Math.min(1, Math.max(0, value))) * (plot.height - 2 * EDGE);
}

/** The step that a click meant. @param {Plot} plot @param {number} x */
export function stepAt(plot, x) {
  const share = (x - SIDE) / Math.max(1, plot.width - 2 * SIDE);
  return Math.min(plot.total, Math.max(0, Math.round(share * plot.total)));
}

/**
 * Steps in a row that have a value.
 * @param {(number | null)[]} values
 * @returns {{step: number, value: number}[][]}
 */
export function runs(values) {
  /** @type {{step: number, value: number}[][]} */
  const found = [];
  let open = false;
  values.forEach((value, step) => {
    if (value === null || value === undefined) {
      open = false;
      return;
    }
    if (!open) found.push([]);
    open = true;
    found[found.length - 1].push({ step, value });
  });
  return found;
}

/**
 * The same run with a point wherever it crosses the middle, so that each side can be filled by itself.
 * @param {{step: number, value: number}[]} run
 */
export function crossed(run) {
  return run.flatMap((point, i) => {
    const next = run[i + 1];
    if (!next || (point.value - 0.5) * (next.value - 0.5) >= 0) return [point];
    const share = (0.5 - point.value) / (next.value - point.value);
    return [point, { step: point.step + share * (next.step - point.step), value: 0.5 }];
  });
}

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/** @param {Plot} plot @param {{step: number, value: number}[]} run */
function path(plot, run) {
  return run.map(({ step, value }, i) => `${i ? "L" : "M"}${short(xOf(plot, step))} ${short(yOf(plot, value))}`).join("");
}

/**
 * @param {Plot} plot
 * @returns {Shape[]}
 */
export function graph(plot) {
  return [...frame(plot), ...(plot.alone ? stems(plot) : curve(plot)), ...cursor(plot), ...plot.marks.flatMap((mark) => {
    const value = plot.values[mark.step];
    return value === null || value === undefined ? [] : [sign(mark.verdict, xOf(plot, mark.step), yOf(plot, value))];
  })];
}

/** @param {Plot} plot @returns {Shape[]} */
function frame(plot) {
  return [0, 0.5, 1].map((value) => ({
    tag: "line",
    attrs: {
      class: value === 0.5 ? "half" : "edge-line",
      x1: SIDE, x2: plot.width - SIDE, y1: yOf(plot, value), y2: yOf(plot, value),
    },
  }));
}

/** @param {Plot} plot @returns {Shape[]} */
function curve(plot) {
  return runs(plot.values).flatMap((run) => {
    const whole = crossed(run);
    const [first, last] = [{ step: run[0].step, value: 0.5 }, { step: run[run.length - 1].step, value: 0.5 }];
    const side = (/** @type {(value: number) => number} */ clamp) =>
      `${path(plot, [first, ...whole.map((one) => ({ step: one.step, value: clamp(one.value) })), last])}Z`;
    return [
      { tag: "path", attrs: { class: "above", d: side((value) => Math.max(0.5, value)) } },
      { tag: "path", attrs: { class: "below", d: side((value) => Math.min(0.5, value)) } },
      { tag: "path", attrs: { class: "curve", d: path(plot, run) } },
    ];
  });
}

/** One stem a move: what one dig risked says nothing of the next. @param {Plot} plot @returns {Shape[]} */
function stems(plot) {
  return runs(plot.values).flat().flatMap(({ step, value }) => {
    const [x, y] = [short(xOf(plot, step)), short(yOf(plot, value))];
    /** @type {Shape[]} */
    const stem = [
      { tag: "line", attrs: { class: "stem", x1: x, x2: x, y1: yOf(plot, 0), y2: y } },
      { tag: "circle", attrs: { class: "tip", cx: x, cy: y, r: 2.5 } },
    ];
    return stem;
  });
}

/** @param {Plot} plot @returns {Shape[]} */
function cursor(plot) {
  const x = short(xOf(plot, plot.step));
  const value = plot.values[plot.step];
  return [
    { tag: "line", attrs: { class: "cursor", x1: x, x2: x, y1: 0, y2: plot.height } },
    ...(value === null || value === undefined ? []
      : [{ tag: "circle", attrs: { class: "here", cx: x, cy: short(yOf(plot, value)), r: 5 } }]),
  ];
}

/** A triangle, a diamond, a square: told apart without colour. */
/** @type {Record<string, string>} */
const SHAPES = {
  inaccuracy: "M0-6L6 5H-6Z",
  mistake: "M0-7L7 0L0 7L-7 0Z",
  blunder: "M-6-6H6V6H-6Z",
};

/**
 * @param {string} verdict
 * @param {number} x
 * @param {number} y
 * @returns {Shape}
 */
export function sign(verdict, x, y) {
  const attrs = { class: `sign ${verdict}`, d: SHAPES[verdict] ?? SHAPES.mistake };
  return { tag: "path", attrs: { ...attrs, transform: `translate(${short(x)} ${short(y)})` } };
}
