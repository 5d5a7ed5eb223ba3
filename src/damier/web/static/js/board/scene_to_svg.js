/**
 * A scene as SVG, still as data: what board.js puts on the page, and what the tests look at.
 */
import { translate } from "../language.js";
import { heat, plain } from "./heat_map.js";
import { PITCH, byPlace, centre, extent, gap, isFlat, key, rowsOf, sort, turned } from "./lattice.js";
import { bar, digit, ghost, shapes } from "./pieces.js";

/** @import { At, Gestures, Label, Line, Mark, Scene, Shape } from "../types.js" */
/** @import { Plan } from "./prediction.js" */

/**
 * @typedef {object} Look  How to draw, beyond what is drawn.
 * @property {boolean} [flip]  The other side at the bottom.
 * @property {At | null} [last]  Where the last move was made.
 * @property {At | null} [chosen]  The place of a proposed move.
 * @property {string} [proposed]  That move, for its direction where a place offers two.
 * @property {string | null} [gesture]  How it is made, where that is known.
 * @property {Gestures} [gestures]  Those of the game.
 * @property {At[]} [pointed]  The cells of a reason.
 * @property {Plan[]} [plans]  Moves that wait.
 * @property {Line[]} [heat]  Opinions to paint on the board.
 * @property {Label[]} [labelled]  Words on other places.
 * @property {boolean} [labels]  Whether rows and columns are named at the side; yes unless told.
 * @property {(sentence: string, holes?: Record<string, string | number>) => string} [say]
 * @property {string[]} [seatNames]
 */

/** @typedef {{at: At, shown: At, className: string, name: string, label: string, shapes: Shape[]}} Place */

/**
 * @typedef {object} Picture
 * @property {[number, number, number, number]} viewBox
 * @property {string} className
 * @property {Shape[]} ground  Under the marks.
 * @property {{y: number, places: Place[]}[]} rows
 * @property {Shape[]} front  Over the marks: the plate with holes that discs fall behind.
 * @property {Shape[]} over  Over everything: heat, and what a hint points at.
 */

const MARGIN = 26;

/** How far from the board the names of rows and columns stand: on lines at the border, what is said of them stands between. */
const [NAMES, NAMES_BEYOND_LINES] = [{ left: 16, below: 21 }, { left: 38, below: 25 }];

/** @param {Scene} scene */
const namesOf = (scene) => (scene.grid === "dots" ? NAMES_BEYOND_LINES : NAMES);

/** On the disc that fell last: the plate leaves no room for it around the disc. @type {Shape} */
const NEWEST = { tag: "circle", attrs: { class: "newest", r: 5 } };

/** Large boards are drawn small, and what stands beside them large. @param {Scene} scene */
function isLarge(scene) {
  return Math.max(scene.width, scene.height) > 12;
}

/** Whether discs fall here: such a board is a plate with holes. @param {Scene} scene */
export function hasHoles(scene) {
  return scene.marks.some((mark) => mark.kind === "disc" || mark.tags.includes("hole"));
}

/**
 * @param {Scene} scene
 * @param {Look} look
 * @returns {Picture}
 */
export function picture(scene, look) {
  const [width, height] = [scene.width * PITCH, scene.height * PITCH];
  const labels = look.labels ?? true;
  const beside = namesOf(scene);
  const left = labels && scene.rows.length ? beside.left + 10 : 4;
  const bottom = labels && scene.columns.length ? beside.below + (isLarge(scene) ? 9 : 5) : 4; // a g hangs below its line
  // What is said of a line at the border is as wide on one side of it as on the other.
  const right = labels && scene.grid === "dots" ? MARGIN : 10;
  const holes = hasHoles(scene);
  const around = { grid: scene.grid, marks: byPlace(scene) };
  const rows = rowsOf(scene, look.flip ?? false).map((row) => ({
    y: turned(scene, row[0].at, look.flip ?? false)[1],
    places: row.map((mark) => place(scene, mark, look, around)),
  }));
  return {
    viewBox: [-left - 4, -10, width + left + 4 + right, height + bottom + 12],
    className: `board grid-${scene.grid}${holes ? " holes" : ""}`,
    ground: [...ground(scene, holes), ...goals(scene, look.flip ?? false), ...(labels ? names(scene, look.flip ?? false) : [])],
    rows,
    front: holes ? [plate(scene)] : [],
    over: overlay(scene, look),
  };
}

/**
 * What lies over the board and may change while the board does not: an engine's opinions come often.
 * @param {Scene} scene
 * @param {Look} look
 * @returns {Shape[]}
 */
export function overlay(scene, look) {
  return [...plain(scene, look), ...heat(scene, look), ...pointed(scene, look), ...planned(scene, look)];
}

/** Moves that wait for their turn, or for what the server knows alone. @param {Scene} scene @param {Look} look @returns {Shape[]} */
function planned(scene, look) {
  return (look.plans ?? []).map(({ at, gesture, seat }) => {
    const { kind, shapes: drawn } = ghost(look.gestures?.[gesture], at, seat, scene.grid);
    const transform = `translate(${centre(turned(scene, at, look.flip ?? false)).join(" ")})`;
    return { tag: "g", attrs: { class: `place planned kind-${kind} seat-${seat}`, transform }, children: drawn };
  });
}

/**
 * @param {Scene} scene
 * @param {Mark} mark
 * @param {Look} look
 * @param {{grid: string, marks: Map<string, Mark>}} around
 * @returns {Place}
 */
function place(scene, mark, look, around) {
  const [width, height] = extent(scene.grid, mark.at);
  const last = !!look.last && key(look.last) === key(mark.at);
  const classes = [
    "place",
    sort(mark.at),
    `kind-${mark.kind.replace(/[^\w-]/g, "")}`,
    ...(mark.seat === null ? [] : [`seat-${mark.seat}`]),
    ...mark.tags.map((tag) => `tag-${tag.replace(/[^\w-]/g, "")}`),
    ...(Object.keys(mark.moves).length ? ["offers"] : []),
    ...(last ? ["last"] : []),
  ];
  const spot = { tag: "rect", attrs: { class: "spot", x: -width / 2, y: -height / 2, width, height, rx: 3 } };
  return {
    at: mark.at,
    shown: turned(scene, mark.at, look.flip ?? false),
    className: classes.join(" "),
    name: mark.name,
    label: label(mark, look, last),
    shapes: [spot, ...shapes(mark, around), ...(last && mark.kind === "disc" ? [NEWEST] : [])],
  };
}

/**
 * What a screen reader says: "d3: disc, yellow, last move".
 * @param {Mark} mark
 * @param {Look} look
 * @param {boolean} last
 */
export function label(mark, look, last) {
  const say = look.say ?? ((sentence, holes) => translate({}, "en", sentence, holes));
  const what = mark.kind === "number" ? digit(mark) : say(mark.kind);
  const parts = [what];
  if (mark.seat !== null) parts.push(look.seatNames?.[mark.seat] ?? say("player {n}", { n: mark.seat + 1 }));
  const goal = goalOf(mark);
  if (goal !== null) parts.push(say("goal of {seat}", { seat: look.seatNames?.[goal] ?? say("player {n}", { n: goal + 1 }) }));
  if (mark.tags.includes("win")) parts.push(say("winning"));
  if (last) parts.push(say("last move"));
  return say("{title}: {words}", { title: mark.name, words: parts.join(", ") });
}

/**
 * @param {Scene} scene
 * @param {boolean} holes
 * @returns {Shape[]}
 */
function ground(scene, holes) {
  const [width, height] = [scene.width * PITCH, scene.height * PITCH];
  const pad = scene.grid === "gaps" ? 4 : scene.grid === "dots" ? 0 : 2;
  /** @type {Shape} */
  const base = {
    tag: "rect",
    attrs: { class: "base", x: -pad, y: -pad, width: width + 2 * pad, height: height + 2 * pad, rx: 8 },
  };
  if (holes || scene.grid === "none") return [base];
  if (scene.grid === "gaps") return [base, ...squares(scene)];
  if (scene.grid === "dots") return [...dots(scene)];
  return [base, { tag: "path", attrs: { class: "lines", d: lines(scene) } }];
}

/** Whose goal a place is: its tag says it, as "goal0". @param {Mark} mark */
function goalOf(mark) {
  const tag = mark.tags.find((one) => /^goal\d$/.test(one));
  return tag ? Number(tag.slice(4)) : null;
}

/**
 * A tint and a pennant where a seat wants to be: filled for the first, hollow for the second, as their pieces are.
 * @param {Scene} scene
 * @param {boolean} flip
 * @returns {Shape[]}
 */
function goals(scene, flip) {
  const side = PITCH - gap(scene.grid);
  return scene.marks.flatMap((mark) => {
    const goal = goalOf(mark);
    if (goal === null) return [];
    const [x, y] = centre(turned(scene, mark.at, flip));
    /** @type {Shape} */
    const tint = { tag: "rect", attrs: { class: "tint", x: -side / 2, y: -side / 2, width: side, height: side, rx: 5 } };
    /** @type {Shape} */
    const pennant = { tag: "path", attrs: { class: goal === 0 ? "filled" : "", d: "M-18-6V-19L-7-15.5L-18-12" } };
    const attrs = { class: `goal seat-${goal}`, transform: `translate(${x} ${y})` };
    return [{ tag: "g", attrs, children: [tint, pennant] }];
  });
}

/** @param {Scene} scene */
function lines(scene) {
  const [width, height] = [scene.width * PITCH, scene.height * PITCH];
  let d = "";
  for (let x = 1; x < scene.width; x++) d += `M${x * PITCH} 0V${height}`;
  for (let y = 1; y < scene.height; y++) d += `M0 ${y * PITCH}H${width}`;
  return d;
}

/** @param {Scene} scene @returns {Shape[]} */
function squares(scene) {
  const side = PITCH - gap(scene.grid);
  const cells = [];
  for (let y = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++) {
      const [left, top] = [x * PITCH + gap(scene.grid) / 2, y * PITCH + gap(scene.grid) / 2];
      cells.push({ tag: "rect", attrs: { class: "square", x: left, y: top, width: side, height: side, rx: 5 } });
    }
  }
  return cells;
}

/** @param {Scene} scene @returns {Shape[]} */
function dots(scene) {
  const all = [];
  for (let y = 0; y <= scene.height; y++) {
    for (let x = 0; x <= scene.width; x++) {
      all.push({ tag: "circle", attrs: { class: "point", cx: x * PITCH, cy: y * PITCH, r: 6 } });
    }
  }
  return all;
}

/** @param {Scene} scene @returns {Shape} */
function plate(scene) {
  const [width, height] = [scene.width * PITCH, scene.height * PITCH];
  let d = `M-2 6a8 8 0 0 1 8-8H${width - 6}a8 8 0 0 1 8 8V${height - 6}a8 8 0 0 1-8 8H6a8 8 0 0 1-8-8Z`;
  for (let y = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++) {
      d += `M${(x + 0.5) * PITCH - 23} ${(y + 0.5) * PITCH}a23 23 0 1 0 46 0a23 23 0 1 0-46 0Z`;
    }
  }
  return { tag: "path", attrs: { class: "plate", d, "fill-rule": "evenodd" } };
}

/**
 * @param {Scene} scene
 * @param {boolean} flip
 * @returns {Shape[]}
 */
function names(scene, flip) {
  const columns = flip ? [...scene.columns].reverse() : scene.columns;
  const rows = flip ? [...scene.rows].reverse() : scene.rows;
  const { left, below } = namesOf(scene);
  const size = isLarge(scene) ? 22 : 15;
  return [
    ...columns.map((text, x) => side(text, (x + 0.5) * PITCH, scene.height * PITCH + below, size)),
    ...rows.map((text, y) => side(text, -left, (y + 0.5) * PITCH + 5, size)),
  ];
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {Shape}
 */
function side(text, x, y, size) {
  return { tag: "text", attrs: { class: "side", x, y, "text-anchor": "middle", "font-size": size }, text };
}

/**
 * @param {Scene} scene
 * @param {Look} look
 * @returns {Shape[]}
 */
function pointed(scene, look) {
  /** @param {At} at @param {string} name @returns {Shape} */
  const frame = (at, name) => {
    const [x, y] = centre(turned(scene, at, look.flip ?? false));
    if (name === "chosen" && sort(at) === "corner") {
      const long = bar(name, isFlat(scene, at, look.proposed, look.gesture, look.gestures), 2 * PITCH - gap(scene.grid), 12);
      return { ...long, attrs: { ...long.attrs, transform: `translate(${x} ${y})` } };
    }
    const [width, height] = extent(scene.grid, at).map((value) => Math.max(16, value - 4));
    return {
      tag: "rect",
      attrs: { class: name, x: x - width / 2, y: y - height / 2, width, height, rx: 7 },
    };
  };
  return [
    ...(look.pointed ?? []).map((at) => frame(at, "pointed")),
    ...(look.chosen ? [frame(look.chosen, "chosen")] : []),
  ];
}
