/** What this browser remembers of games for one, by board, and how that is told in a few words. */
import { say } from "../language.js";
import { recall } from "../local_storage.js";
import { stopwatch } from "../pure/solo_results.js";

/** @import { Game } from "../types.js" */
/** @import { BoardResults } from "../pure/solo_results.js" */

/** @param {Game} game @returns {Record<string, BoardResults>} */
export const resultsOf = (game) => recall(`results ${game.key}`, {});

/** @param {BoardResults} results */
export function bestTime({ best }) {
  return best === null ? say("No best time yet") : say("Best: {time}", { time: stopwatch(best, true) });
}

/** Nothing unless the last game was won. @param {BoardResults} results */
export function winsInARow({ streak }) {
  return streak > 0 && say("{n} won in a row", { n: streak });
}
