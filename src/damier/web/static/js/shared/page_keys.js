/** Keys that mean something wherever the focus is on a page with a board: digits choose a column, Space plays again. */
import { aimByDigit } from "../board/gesture.js";

/** @import { Board } from "../board/board.js" */

/** Where a digit is typed, or chooses from a list. */
const TYPED = "textarea, select, dialog, input:not([type=radio], [type=checkbox], [type=range])";
/** What Space presses. */
const PRESSED = `${TYPED}, input, button, summary, a[href], [role=switch], [role=slider]`;

/** The digit of a key; the French keyboard has other signs on those keys. @param {KeyboardEvent} event */
export function digitOf(event) {
  const typed = /^[1-9]$/.exec(event.key)?.[0] ?? (event.shiftKey ? undefined : /^Digit([1-9])$/.exec(event.code)?.[1]);
  return typed === undefined ? null : Number(typed);
}

/** @param {EventTarget | null} target @param {string} selector */
const isWithin = (target, selector) => target instanceof Element && !!target.closest(selector);

/** @param {KeyboardEvent} event */
const isHeld = (event) => event.ctrlKey || event.metaKey || event.altKey || event.repeat;

/**
 * Listen until the page is left.
 * @param {Board} board
 * @param {() => boolean} [again]  begins a new game, and says whether it could
 * @returns {() => void} listens no more
 */
export function pageKeys(board, again = () => false) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (isHeld(event)) return;
    const digit = isWithin(event.target, TYPED) ? null : digitOf(event);
    const found = digit && board.scene ? aimByDigit(board.scene, board.gestures, digit) : null;
    if (found) {
      event.preventDefault();
      const { mark, gesture, move } = found;
      if (board.enabled && move !== null) board.play({ at: mark.at, gesture, move });
      else board.refuse(mark, gesture);
    } else if (event.key === " " && !isWithin(event.target, PRESSED) && again()) {
      event.preventDefault();
      event.stopPropagation(); // on the board it would play
    }
  };
  // Before the board hears of it.
  document.addEventListener("keydown", listen, { capture: true });
  return () => document.removeEventListener("keydown", listen, { capture: true });
}
