/** What people call a board that somebody plays alone on. Pure. */

/** @import { Game } from "../types.js" */

/**
 * "Expert, without guessing" for "expert no_guess=1", and "20x12, 40" for a board without a name.
 * @param {Pick<Game, "presets" | "options">} game
 * @param {string} key  by what its results are remembered, in any language
 */
export function boardTitle(game, key) {
  return key.split(" ").map((part) => {
    const [name, value = name] = part.split("=");
    const named = game.presets.find((preset) => preset.key === part)?.title;
    return named ?? game.options.find((option) => option.name === name)?.titles?.[value] ?? value;
  }).join(", ");
}
