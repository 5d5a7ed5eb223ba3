/** Beginning a game as a person chose it, and saying in words what that is. */
import * as api from "../api.js";
import { toast } from "../dom.js";
import { say } from "../language.js";
import { request } from "../pure/game_choice.js";
import { address } from "../router.js";

/** @import { Choice } from "../pure/game_choice.js" */
/** @import { Game } from "../types.js" */

/**
 * What one click starts: "against Child · 7x6".
 * @param {Game} game
 * @param {Choice} choice
 */
export function summary(game, choice) {
  const level = (/** @type {string} */ key) => game.levels.find((one) => one.key === key)?.title ?? key;
  const preset = game.presets.find((one) => one.key === choice.setup)?.title ?? String(choice.options.size ?? "");
  const who = choice.mode === "level" ? say("against {level}", { level: level(choice.level) })
    : choice.mode === "watch" ? say("watch {level}", { level: level(choice.level) })
    : choice.mode === "link" ? say("two people, by link")
    : game.seats > 1 ? say("two people") : say("on your own");
  return [who, preset].filter(Boolean).join(" · ");
}

/**
 * @param {Game} game
 * @param {Choice} choice
 * @param {EventTarget | null} button
 */
export async function begin(game, choice, button) {
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    const nickname = choice.mode === "link" ? { nickname: (await import("./nickname_field.js")).takeNickname() } : {};
    const table = await api.begin({ ...request(game, choice, Math.random()), ...nickname });
    location.hash = address({ page: "table", id: table.id });
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : String(problem));
  } finally {
    if (button instanceof HTMLButtonElement) button.disabled = false;
  }
}
