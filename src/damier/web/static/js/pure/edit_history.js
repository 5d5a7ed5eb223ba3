/** What was done to something, to be undone and done again. Pure. */

/** @template T */
export class History {
  /** @param {T} first */
  constructor(first) {
    /** @type {T[]} */
    this.kept = [first];
    this.at = 0;
  }

  get now() {
    return this.kept[this.at];
  }

  /** Something new; what had been undone is gone. @param {T} next */
  add(next) {
    this.kept = [...this.kept.slice(0, this.at + 1), next];
    this.at += 1;
  }

  /** @param {1 | -1} way */
  canStep(way) {
    return this.kept[this.at + way] !== undefined;
  }

  /** @param {1 | -1} way */
  step(way) {
    if (this.canStep(way)) this.at += way;
  }
}
