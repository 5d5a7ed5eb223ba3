/** What this browser remembers between visits. A browser that forbids it plays all the same. */

const PREFIX = "damier ";

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const words = localStorage.getItem(PREFIX + name);
    return words === null ? otherwise : JSON.parse(words);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows may refuse to keep anything.
  }
}
