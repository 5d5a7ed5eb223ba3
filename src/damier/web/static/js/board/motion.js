/** What has moved between two scenes, so that it can be seen moving. Pure. */
import { byPlace, key } from "./lattice.js";

/** @import { At, Scene } from "../types.js" */

/**
 * Where pieces came from: of a kind and a seat, one has left its place and one has come to another. Where
 * there are more of them than before, something was put down and nothing has moved.
 * @param {Scene} before
 * @param {Scene} now
 * @returns {Map<string, At>}  by where they are
 */
export function slides(before, now) {
  /** @type {Map<string, {gone: At[], come: At[]}>} */
  const changed = new Map();
  /** @param {Scene} one @param {Scene} other @param {"gone" | "come"} side */
  const compare = (one, other, side) => {
    const marks = byPlace(other);
    for (const mark of one.marks) {
      const twin = marks.get(key(mark.at));
      if (mark.seat === null || (twin?.kind === mark.kind && twin.seat === mark.seat)) continue;
      const group = changed.get(`${mark.kind} ${mark.seat}`) ?? { gone: [], come: [] };
      group[side].push(mark.at);
      changed.set(`${mark.kind} ${mark.seat}`, group);
    }
  };
  compare(before, now, "gone");
  compare(now, before, "come");
  return new Map([...changed.values()]
    .filter(({ gone, come }) => gone.length === 1 && come.length === 1)
    .map(({ gone, come }) => [key(come[0]), gone[0]]));
}
