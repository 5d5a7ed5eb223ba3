/** Asking again and again while somebody looks. */

/** How long to wait before what goes on is asked for again, in milliseconds. */
export const PAUSE = 3000;

/**
 * Call *ask* again after each pause, but only while the page can be seen; at once when it is seen again.
 * @param {() => Promise<unknown>} ask  must not fail
 * @param {() => number | null} pause  how long to wait; null where there is nothing to wait for any more
 * @returns {() => void} stops it
 */
export function poll(ask, pause) {
  let [timer, over, asking] = [0, false, false];
  const later = () => {
    window.clearTimeout(timer);
    const wait = over || document.hidden ? null : pause();
    if (wait !== null) timer = window.setTimeout(now, wait);
  };
  const now = async () => {
    if (over || asking) return;
    asking = true;
    await ask();
    asking = false;
    later();
  };
  const seen = () => {
    window.clearTimeout(timer);
    if (!document.hidden && pause() !== null) now();
  };
  document.addEventListener("visibilitychange", seen);
  later();
  return () => {
    over = true;
    window.clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
