/** Buttons that show at once that they were pressed, until what they asked for is there. */

/** How many answers a button waits for. @type {WeakMap<Element, number>} */
const awaited = new WeakMap();

/**
 * @template T
 * @param {Element} button
 * @param {Promise<T>} answer
 * @returns {Promise<T>} the same answer
 */
export function busyUntil(button, answer) {
  awaited.set(button, (awaited.get(button) ?? 0) + 1);
  button.setAttribute("aria-busy", "true");
  const done = () => {
    const left = (awaited.get(button) ?? 1) - 1;
    awaited.set(button, left);
    if (!left) button.removeAttribute("aria-busy");
  };
  answer.then(done, done);
  return answer;
}

/** @param {Element} button */
export const isBusy = (button) => button.getAttribute("aria-busy") === "true";
