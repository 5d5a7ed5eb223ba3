/** What the board will show once acts are done that the server has not answered yet, as far as a page can know. Pure. */
import { isTurn } from "../pure/act_queue.js";
import { SENT } from "./lattice.js";

/** @import { At, Game, Gestures, Mark, Scene, Table } from "../types.js" */
/** @import { Act, Move } from "../pure/act_queue.js" */
/** @import { Wish } from "./gesture.js" */

/** @typedef {{at: At, gesture: string, seat: number}} Plan  A move that waits, to be drawn over the board. */

/**
 * @typedef {object} Moment  A game as it stands, or will.
 * @property {Scene} scene
 * @property {At | null} last
 * @property {string[]} moves
 * @property {number} turn
 * @property {number} redo
 */

/** @typedef {Moment & {plans: Plan[]}} Prediction */

/**
 * @param {Table} table
 * @param {Act[]} acts
 * @param {Pick<Game, "gestures" | "example">} game
 * @param {Moment[]} seen  earlier moments of the game at which this browser was to move, to which an undo leads back
 * @returns {Prediction}
 */
export function predict(table, acts, game, seen) {
  /** @type {Moment} */
  let now = table;
  const before = [...seen];
  /** @type {Moment[]} */
  const after = [];
  /** @type {Plan[]} */
  const plans = [];
  const alone = table.you.length === table.players.length;
  let waits = !isTurn(table);
  for (const act of acts) {
    if (act.what === "click") plans.push({ at: act.wish.near, gesture: likely(act.wish, game.gestures), seat: table.you[0] });
    else if (act.what === "move" && waits) plans.push({ at: act.at, gesture: act.gesture, seat: table.you[0] });
    else if (act.what === "move") {
      before.push(now);
      now = withMove(now, act, game, alone ? (now.turn + 1) % table.players.length : now.turn);
    } else if (act.what === "undo" && !table.shared) {
      const back = lastBefore(before, now.moves, alone);
      after.push(now);
      now = back ? { ...back, redo: now.redo + 1 } : unknown(now, now.redo + 1);
      waits = false;
    } else if (act.what === "redo") now = after.pop() ?? unknown(now, Math.max(0, now.redo - 1));
  }
  return { scene: now.scene, last: now.last, moves: now.moves, turn: now.turn, redo: now.redo, plans };
}

/** The gesture that a click makes wherever it makes one, if there is but one. @param {Wish} wish @param {Gestures} gestures */
function likely(wish, gestures) {
  const click = "click" in wish ? wish.click : "plain";
  const names = Object.keys(gestures).filter((name) => gestures[name].click === click);
  return names.length === 1 ? names[0] : "";
}

/**
 * The moment that an undo leads back to; those after it are forgotten.
 * @param {Moment[]} moments
 * @param {string[]} moves
 * @param {boolean} alone  whether it takes back one move, and not an opponent's as well
 * @returns {Moment | null}
 */
function lastBefore(moments, moves, alone) {
  while (moments.length) {
    const one = /** @type {Moment} */ (moments.pop());
    const [made, short] = [one.moves.length, one.moves.length < moves.length];
    if (short && one.moves.every((move, i) => move === moves[i])) return !alone || made === moves.length - 1 ? one : null;
  }
  return null;
}

/** A board of which only the server knows what it will offer. @param {Moment} now @param {number} redo @returns {Moment} */
function unknown(now, redo) {
  return { ...now, redo, scene: { ...now.scene, marks: now.scene.marks.map((mark) => ({ ...mark, moves: {} })) } };
}

/**
 * @param {Moment} now
 * @param {Move} act
 * @param {Pick<Game, "gestures" | "example">} game
 * @param {number} turn  whose turn it is then, as far as can be known
 * @returns {Moment}
 */
function withMove(now, act, { gestures, example }, turn) {
  const { ghost: kind = "", arm = "" } = gestures[act.gesture] ?? {};
  const moves = [...now.moves, act.move];
  // A disc falls to the first place that is free, whichever of its column was clicked.
  const place = offering(now.scene, act.move).find((mark) => mark.kind !== kind);
  if (!place) return { ...now, moves, turn, redo: 0 };
  const owned = [...now.scene.marks, ...example.marks].some((mark) => mark.kind === kind && mark.seat !== null);
  const scene = drawn(now.scene, act.move, place, { kind, seat: owned ? now.turn : null, arm });
  return { scene, last: place.at, moves, turn, redo: 0 };
}

/** Which marks offer a move. @param {Scene} scene @param {string} move */
function offering(scene, move) {
  return scene.marks.filter((mark) => Object.values(mark.moves).includes(move));
}

/**
 * @param {Scene} scene
 * @param {string} move
 * @param {Mark} place  where it shows
 * @param {{kind: string, seat: number | null, arm: string}} piece
 * @returns {Scene}
 */
function drawn(scene, move, place, { kind, seat, arm }) {
  const others = offering(scene, move).filter((mark) => mark !== place);
  const isFull = others.length > 0 && others.every((mark) => mark.kind === kind);
  const goes = place.kind === "target";
  const marks = scene.marks.filter((mark) => mark !== place).map((mark) => {
    // Where a piece can go is known of whoever moves now, and not of whoever moves next.
    if (mark.kind === "target") return { ...mark, kind: "empty", moves: {} };
    return goes && mark.kind === kind && mark.seat === seat ? { ...mark, kind: "empty", seat: null, tags: [] } : mark;
  });
  const piece = kind ? { kind, seat, glyph: "", name: arm ? move : place.name, tags: [SENT] } : { tags: [...place.tags, SENT] };
  // Last, because the first that offers a move is its own place.
  marks.push({ ...place, ...piece, moves: others.length ? place.moves : {} }, ...(arm ? edges(place.at, move, kind, arm) : []));
  const whole = { ...scene, marks };
  return isFull ? without(whole, move) : whole;
}

/** The two edges that a bar at a corner covers. @param {At} at @param {string} name @param {string} kind @param {string} arm @returns {Mark[]} */
function edges([x, y], name, kind, arm) {
  return [-1, 1].map((way) => ({
    at: /** @type {At} */ (arm === "flat" ? [x + way, y] : [x, y + way]),
    kind, glyph: "", name, seat: null, moves: {}, tags: [SENT],
  }));
}

/** @param {Scene} scene @param {string} move @returns {Scene} */
function without(scene, move) {
  const others = (/** @type {Mark} */ mark) => Object.entries(mark.moves).filter(([, one]) => one !== move);
  return { ...scene, marks: scene.marks.map((mark) => ({ ...mark, moves: Object.fromEntries(others(mark)) })) };
}
