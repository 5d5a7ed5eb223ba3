/** Beginning a game as a person chose it, and saying in words what that is. */
import * as api from "../api.js";
import { toast } from "../dom.js";
import { say } from "../language.js";
import { request } from "../pure/game_choice.js";
import { boardTitle } from "../pure/solo_board.js";
import { address } from "../router.js";
import { busyUntil, isBusy } from "./busy.js";
import { fetchPage } from "./page_files.js";

/** @import { Choice } from "../pure/game_choice.js" */
/** @import { Game, Setup } from "../types.js" */

/**
 * What one click starts: "against Child · 7x6".
 * @param {Game} game
 * @param {Choice} choice
 */
export function summary(game, choice) {
  const level = (/** @type {string} */ key) => game.levels.find((one) => one.key === key)?.title ?? key;
  const apart = Object.entries(choice.apart).map((pair) => pair.join("="));
  const title = boardTitle(game, [choice.setup ?? choice.options.size ?? "", ...apart].join(" "));
  const who = choice.mode === "level" ? say("against {level}", { level: level(choice.level) })
    : choice.mode === "watch" ? say("watch {level}", { level: level(choice.level) })
    : choice.mode === "link" ? say("two people, by link")
    : game.seats > 1 ? say("two people") : say("on your own");
  return [who, title].filter(Boolean).join(" · ");
}

/**
 * What the server is asked for; a nickname where others are invited.
 * @param {Game} game
 * @param {Choice} choice
 * @param {Partial<Setup>} more
 */
async function wish(game, choice, more) {
  const asked = { ...request(game, choice, Math.random()), ...more };
  if (choice.mode !== "link") return asked;
  return { ...asked, nickname: (await import("./nickname_field.js")).takeNickname() };
}

/**
 * @param {Game} game
 * @param {Choice} choice
 * @param {EventTarget | null} button
 * @param {Partial<Setup>} [more]  the seed and the first move of a given board
 */
export async function begin(game, choice, button, more = {}) {
  if (button instanceof Element && isBusy(button)) return;
  const answer = wish(game, choice, more).then(api.begin);
  if (button instanceof Element) busyUntil(button, answer);
  fetchPage("table");
  const from = location.hash;
  try {
    const table = await answer;
    if (location.hash !== from) return; // who has gone elsewhere meanwhile finds it among the unfinished games
    location.hash = address({ page: "table", id: table.id });
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : String(problem));
  }
}
