/** Which puzzles this browser has solved, by grade, and which one is next. */
import { recall, remember } from "../../local_storage.js";

/** @import { Grade } from "../../types.js" */

export class SolvedPuzzles {
  /** @param {string} game */
  constructor(game) {
    this.name = `puzzles ${game}`;
  }

  /** @param {string} grade @returns {number[]} */
  of(grade) {
    const kept = recall(this.name, /** @type {Record<string, number[]>} */ ({}))?.[grade];
    return Array.isArray(kept) ? kept : [];
  }

  /** @param {string} grade @param {number} number */
  add(grade, number) {
    const kept = recall(this.name, {});
    remember(this.name, { ...kept, [grade]: [...new Set([...this.of(grade), number])] });
  }

  /** The first one after *number* that is not solved, from the beginning again; else the next. @param {Grade} grade @param {number} [number] */
  next({ key, count }, number = 0) {
    const all = [...Array(count).keys()].map((step) => ((number + step) % count) + 1);
    const done = new Set(this.of(key));
    return all.find((one) => one !== number && !done.has(one)) ?? all[0];
  }
}
