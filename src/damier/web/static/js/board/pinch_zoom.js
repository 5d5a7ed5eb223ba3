/** Two fingers on a large board make it larger and smaller, around the place between them; one finger scrolls it. */

/** @import { Board } from "./board.js" */

/** @param {TouchEvent} event @returns {{x: number, y: number, apart: number}} */
function fingers({ touches: [one, two] }) {
  return {
    x: (one.clientX + two.clientX) / 2,
    y: (one.clientY + two.clientY) / 2,
    apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
  };
}

/** @param {Board} board */
export function listenToPinches(board) {
  /** Where the fingers were, and how large the board was then. @type {{x: number, y: number, apart: number, zoom: number} | null} */
  let held = null;
  const { host } = board;
  host.addEventListener("touchstart", (event) => {
    held = event.touches.length === 2 ? { ...fingers(event), zoom: board.zoom } : null;
    if (held && event.cancelable) event.preventDefault();
  }, { passive: false });
  host.addEventListener("touchmove", (event) => {
    if (!held || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const now = fingers(event);
    board.enlarge((held.zoom * now.apart) / Math.max(1, held.apart), now);
    host.scrollBy({ left: held.x - now.x, top: held.y - now.y, behavior: "instant" });
    [held.x, held.y] = [now.x, now.y];
  }, { passive: false });
  for (const name of ["touchend", "touchcancel"]) host.addEventListener(name, () => (held = null));
}
