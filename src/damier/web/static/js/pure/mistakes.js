/** What a review found: signs for what went wrong, and how often. Pure. */

/** @import { Moment, Review } from "../types.js" */

/** Mistakes have a sign and a shape of their own, so that nobody needs the colours. */
/** @type {Record<string, string>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Moment | undefined} moment */
export function sign(moment) {
  return (moment && SIGNS[moment.verdict]) ?? "";
}

/**
 * By step, which counts the moves made: the moment of step 1 is the first move.
 * @param {Review} review
 * @returns {Map<number, Moment>}
 */
export function byStep(review) {
  return new Map(review.moments.map((moment) => [moment.ply + 1, moment]));
}

/**
 * How often each thing went wrong, by verdict, for one seat.
 * @param {Review} review
 * @param {number} seat
 * @returns {[string, number][]}
 */
export function tally(review, seat) {
  return Object.keys(SIGNS).map((verdict) => [
    verdict,
    review.moments.filter((moment) => moment.seat === seat && moment.verdict === verdict).length,
  ]);
}

/**
 * The next step with a mistake in a direction; none if there is none.
 * @param {Review} review
 * @param {number} step
 * @param {1 | -1} direction
 * @returns {number | null}
 */
export function nextMistake(review, step, direction) {
  const steps = review.moments.filter((moment) => sign(moment)).map((moment) => moment.ply + 1);
  const ahead = steps.filter((one) => (one - step) * direction > 0).sort((a, b) => (a - b) * direction);
  return ahead[0] ?? null;
}

/** Percentage points that a move cost. @param {number} cost */
export function pointsLost(cost) {
  return Math.round(100 * cost);
}
