/** Why nothing can be done where a key was pressed, in a sentence. */
import * as api from "../../api.js";
import { writtenAt } from "../../board/gesture.js";
import { note } from "../../dom.js";
import { say } from "../../language.js";
import { looksOn } from "../../shared/players_panel.js";

/** @import { Game, Mark, Table } from "../../types.js" */

/**
 * What can be told without asking: it is the same wherever the key was pressed.
 * @param {Table} table
 * @param {boolean} past  whether an earlier position is shown
 */
export function whyNothing(table, past) {
  if (past) return say("You are looking back: return to the game to play.");
  if (table.ended) return say("The game is over.");
  if (looksOn(table)) return say("You are watching: only the players can move.");
  if (table.waiting.length > 0) return say("Your opponent is not here yet.");
  if (!table.you.includes(table.turn)) return say("It is not your turn.");
  return null;
}

/**
 * Say why; the rules know it of a move.
 * @param {Table} table
 * @param {Game} game
 * @param {boolean} past
 * @param {Mark} mark
 * @param {string} gesture
 */
export async function sayWhyNot(table, game, past, mark, gesture) {
  const known = whyNothing(table, past);
  const asked = known ?? await api.forbidden(table, writtenAt(mark, game.gestures[gesture])).catch(() => null);
  note(sentence(asked ?? say("Nothing can be done here.")));
}

/** A reason of the rules as a sentence: "column 4 is full" is one with a full stop. @param {string} words */
const sentence = (words) => (/[.!?…]$/.test(words) ? words : `${words}.`);
