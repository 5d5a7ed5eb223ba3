/** The expected continuation: numbered ghosts in the order in which the moves are expected. Pure. */
import { byPlace, centre, key, offers, sort, turned } from "./lattice.js";
import { ghost, word } from "./pieces.js";

/** @import { At, Gestures, Line, Scene, Shape, Step } from "../types.js" */

/** More numbers than that would hide the board. */
const MOST_GHOSTS = 9;

/** How far from its place a pointer still means a move, in cells. */
const NEAR = 0.6;

/**
 * The move of a line and what is expected after it.
 * @param {Line} line
 * @param {number} turn
 * @returns {Step[]}
 */
export function steps(line, turn) {
  return [{ move: line.move, name: line.name, at: line.at, seat: turn, gesture: line.gesture }, ...line.then];
}

/**
 * How a move is made: as the server says, as the board offers it now, or as such a place suggests.
 * @param {Scene} scene
 * @param {Step} step
 * @param {Gestures} gestures
 */
export function gestureOf(scene, step, gestures) {
  if (step.gesture) return step.gesture;
  const here = step.at ? byPlace(scene).get(key(step.at)) : undefined;
  const own = Object.entries(here?.moves ?? {}).find(([, move]) => move === step.move);
  if (own) return own[0];
  const offer = offers(scene).get(step.move);
  if (offer) return offer.gesture;
  const corner = !!step.at && sort(step.at) === "corner";
  return Object.keys(gestures).find((name) => !!gestures[name].arm === corner) ?? "";
}

/**
 * @param {Scene} scene
 * @param {Step[]} all
 * @param {boolean} flip
 * @param {Gestures} gestures
 * @returns {Shape[]}
 */
export function continuation(scene, all, flip, gestures) {
  /** @type {Map<string, {at: At, step: Step, numbers: number[]}>} */
  const places = new Map();
  all.slice(0, MOST_GHOSTS).forEach((step, i) => {
    const at = step.at ?? offers(scene).get(step.move)?.mark.at;
    if (!at) return;
    const known = places.get(key(at));
    // A pawn that comes back is one ghost with two numbers.
    if (known) known.numbers.push(i + 1);
    else places.set(key(at), { at, step, numbers: [i + 1] });
  });
  return [...places.values()].map(({ at, step, numbers }) => {
    const [x, y] = centre(turned(scene, at, flip));
    const { kind, shapes } = ghost(gestures[gestureOf(scene, step, gestures)], at, step.seat, scene.grid);
    const attrs = { class: `place step kind-${kind} seat-${step.seat}`, transform: `translate(${x} ${y})` };
    return { tag: "g", attrs, children: [...shapes, ...number(numbers.join("·"), numbers[0] === 1)] };
  });
}

/** @param {string} text @param {boolean} first @returns {Shape[]} */
function number(text, first) {
  const width = Math.max(26, 12 + 10 * text.length);
  const plate = { tag: "rect", attrs: {
    class: first ? "step-plate first" : "step-plate", x: -width / 2, y: -13, width, height: 26, rx: 13,
  } };
  return [plate, word("step-number", text, 18)];
}

/**
 * Which opinion a pointer means: the one on the move that a click would make, or else on the nearest place.
 * @param {Line[]} lines
 * @param {Scene} scene
 * @param {{u: number, v: number, move: string | null}} spot  in cells from the left and from the top
 * @returns {Line | null}
 */
export function lineAt(lines, scene, spot) {
  const meant = spot.move !== null && lines.find((line) => line.move === spot.move);
  if (meant) return meant;
  let [best, near] = [/** @type {Line | null} */ (null), NEAR];
  for (const line of lines) {
    const at = line.at ?? offers(scene).get(line.move)?.mark.at;
    const far = at ? Math.hypot(at[0] / 2 - spot.u, at[1] / 2 - spot.v) : Infinity;
    if (far < near) [best, near] = [line, far];
  }
  return best;
}
