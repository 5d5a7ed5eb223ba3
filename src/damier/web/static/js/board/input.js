/** Mouse, finger and keyboard on a board. */
import { aim, chooseByLetter, choose, isGestureKey, missed, resolve, step } from "./gesture.js";
import { PITCH, byPlace, key, rowsOf, turned } from "./lattice.js";

/** @import { At, Click, Mark } from "../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Aim } from "./gesture.js" */

/** How long a finger rests for a second gesture, in milliseconds. */
const LONG_PRESS_MS = 450;
/** How far a finger may slip meanwhile, in pixels. */
const SLIP = 10;

/** @param {Board} board */
export function listen(board) {
  pointers(board);
  keys(board);
}

/**
 * @param {Board} board
 * @param {MouseEvent} event
 * @param {Click} click
 * @returns {Aim | null}
 */
function meant(board, event, click) {
  const point = board.enabled ? onPicture(board, event) : null;
  return point && board.scene && aim(board.scene, board.gestures, point[0], point[1], click, board.look.flip ?? false);
}

/** What a click with the left button is, or would be. @param {Board} board @param {MouseEvent} event @returns {Click} */
function clickOf(board, event) {
  const shifted = event.shiftKey && Object.values(board.gestures).some(({ click }) => click === "shift");
  return shifted ? "shift" : board.tool;
}

/**
 * Where an event is on the picture, in cells.
 * @param {Board} board
 * @param {MouseEvent} event
 * @returns {[number, number] | null}
 */
function onPicture(board, event) {
  const matrix = board.svg.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [point.x / PITCH, point.y / PITCH];
}

/**
 * The mouse moves: show what a click would do, and tell what it is at.
 * @param {Board} board
 * @param {MouseEvent} event
 */
function hover(board, event) {
  const found = board.asks ? null : meant(board, event, clickOf(board, event));
  board.preview(found);
  const point = onPicture(board, event);
  if (!point || !board.scene) return;
  const [u, v] = turned(board.scene, [2 * point[0], 2 * point[1]], board.look.flip ?? false).map((value) => value / 2);
  board.point({ u, v, move: found?.move ?? null });
}

/**
 * @typedef {object} Hand  What the pointer has done so far.
 * @property {boolean} finger  Whether it was a finger that came down last.
 * @property {boolean} held  Whether it rested long enough to be heard already.
 * @property {number} timer
 * @property {[number, number]} down  Where it came down.
 * @property {string | null} shown  The wall that a first tap showed: a second tap builds it.
 */

/** @param {Board} board */
function pointers(board) {
  const { svg } = board;
  /** @type {Hand} */
  const hand = { finger: false, held: false, timer: 0, down: [0, 0], shown: null };
  svg.addEventListener("pointerdown", (event) => touch(board, hand, event));
  svg.addEventListener("pointermove", (event) => {
    const [x, y] = hand.down;
    if (Math.hypot(event.clientX - x, event.clientY - y) > SLIP) clearTimeout(hand.timer);
    if (event.pointerType === "mouse") hover(board, event);
  });
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, () => clearTimeout(hand.timer));
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "mouse") return;
    board.preview(null);
    board.point(null);
  });
  svg.addEventListener("click", (event) => {
    if (hand.held) return;
    // A screen reader points at an element and not at a pixel.
    if (event.detail === 0 || board.asks) press(board, event.target);
    else click(board, hand, event);
  });
  svg.addEventListener("contextmenu", (event) => {
    if (!board.enabled && !board.keeps) return;
    event.preventDefault();
    if (!hand.finger) second(board, event); // a finger has been heard by its timer
  });
  svg.addEventListener("dblclick", (event) => {
    const found = board.asks ? null : meant(board, event, "double");
    if (found) board.play(found);
  });
}

/** @param {Board} board @param {Hand} hand @param {PointerEvent} event */
function touch(board, hand, event) {
  clearTimeout(hand.timer);
  hand.held = !event.isPrimary; // a second finger makes the board larger, and no move
  if (hand.held) return;
  Object.assign(hand, { finger: event.pointerType !== "mouse", down: [event.clientX, event.clientY] });
  if (!hand.finger) return;
  hand.timer = window.setTimeout(() => {
    hand.held = true;
    second(board, event);
  }, LONG_PRESS_MS);
}

/** @param {Board} board @param {Hand} hand @param {MouseEvent} event */
function click(board, hand, event) {
  const found = meant(board, event, clickOf(board, event));
  // A finger hides what it points at: it sees first on which line it is.
  if (found && hand.finger && board.gestures[found.gesture]?.arm && hand.shown !== found.move) {
    hand.shown = found.move;
    board.preview(found);
    board.shown(found);
    return;
  }
  hand.shown = null;
  if (!found) board.preview(null);
  play(board, event, clickOf(board, event), found);
}

/** @param {Board} board @param {MouseEvent} event */
function second(board, event) {
  play(board, event, "second", meant(board, event, "second"));
}

/**
 * Make the move that was meant; a click that means nothing yet is kept while the board is about to change.
 * @param {Board} board
 * @param {MouseEvent} event
 * @param {Click} click
 * @param {Aim | null} found
 */
function play(board, event, click, found) {
  if (found) return board.play(found);
  const point = board.keeps ? onPicture(board, event) : null;
  if (!point || !board.scene) return;
  const [[x, y], flip] = [point, board.look.flip ?? false];
  const [u, v] = turned(board.scene, [2 * x, 2 * y], flip).map((value) => 2 * Math.floor(value / 2) + 1);
  if (byPlace(board.scene).has(key([u, v]))) board.keep({ near: [u, v], x, y, click, flip, again: event.detail > 1 });
}

/** @param {Board} board @param {string | null | undefined} name */
function markOf(board, name) {
  return board.scene ? byPlace(board.scene).get(name ?? "") : undefined;
}

/** @param {Board} board @param {EventTarget | null} target */
function press(board, target) {
  const node = target instanceof Element ? target.closest("[data-at]") : null;
  const mark = markOf(board, node?.getAttribute("data-at"));
  if (mark) act(board, mark, "");
}

/** @param {Board} board */
function keys(board) {
  let anchor = 1;
  board.svg.addEventListener("focusin", (event) => {
    const name = event.target instanceof Element ? event.target.getAttribute("data-at") : null;
    const mark = markOf(board, name);
    if (!mark) return;
    board.tab(mark.at);
    board.ring();
    const move = mark.moves[choose(mark, board.gestures, "key") ?? ""] ?? null;
    board.point({ u: mark.at[0] / 2, v: mark.at[1] / 2, move });
  });
  board.svg.addEventListener("focusout", () => {
    board.preview(null);
    board.point(null);
  });
  board.svg.addEventListener("keydown", (event) => {
    const { scene, current } = board;
    if (!scene || !current || event.ctrlKey || event.metaKey || event.altKey) return;
    const mark = markOf(board, key(current));
    if (/^(Arrow|Home$|End$)/.test(event.key)) {
      event.preventDefault();
      anchor = walk(board, event.key, anchor);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (mark) act(board, mark, "");
    } else if ((isGestureKey(board.gestures, event.key) || event.key.toLowerCase() === board.askKey) && mark) {
      event.preventDefault();
      act(board, mark, event.key);
    }
  });
}

/**
 * @param {Board} board
 * @param {Mark} mark
 * @param {string} letter  "" is Enter or Space
 */
function act(board, mark, letter) {
  if (letter ? letter.toLowerCase() === board.askKey : board.asks) return board.inquire(mark);
  const wish = { near: mark.at, letter };
  const found = board.enabled && board.scene ? resolve(board.scene, board.gestures, wish) : null;
  if (found) board.play(found);
  else if (board.keeps) board.keep(wish);
  else {
    const gesture = letter ? chooseByLetter(mark, board.gestures, letter) : choose(mark, board.gestures, "key");
    board.refuse(mark, gesture ?? missed(mark, board.gestures, letter));
  }
}

/**
 * @param {Board} board
 * @param {string} arrow
 * @param {number} anchor
 * @returns {number} the column to keep to
 */
function walk(board, arrow, anchor) {
  const { scene, current } = board;
  if (!scene || !current) return anchor;
  const flip = board.look.flip ?? false;
  const shown = (/** @type {At} */ at) => ({ x: turned(scene, at, flip)[0], y: turned(scene, at, flip)[1] });
  const rows = rowsOf(scene, flip).map((row) => row.map((mark) => shown(mark.at)));
  const from = shown(current);
  const sideways = arrow !== "ArrowUp" && arrow !== "ArrowDown";
  // A click may have moved the focus since: the old column means nothing then.
  const keep = sideways || Math.abs(anchor - from.x) > 1 ? from.x : anchor;
  const to = step(rows, from, arrow, keep);
  board.focus(turned(scene, [to.x, to.y], flip));
  const mark = markOf(board, key(board.current ?? current));
  const gesture = mark && board.enabled ? choose(mark, board.gestures, "key") : null;
  board.preview(mark && gesture ? { at: mark.at, gesture, move: mark.moves[gesture] } : null);
  return sideways ? to.x : keep;
}
