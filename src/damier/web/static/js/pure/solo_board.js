/** Which board somebody plays alone on: by what its results are remembered, and what people call it. Pure. */

/** @import { Game, Table } from "../types.js" */

/**
 * By what the results of a board are remembered, in any language.
 * @param {string | null | undefined} preset  the key of the board, if it has one
 * @param {Table["options"]} options  all of them
 */
export function boardKey(preset, options) {
  return preset ?? Object.entries(options).map(([name, value]) => `${name}=${value}`).join(" ");
}

/** What people call a board that is remembered so. @param {Pick<Game, "presets">} game @param {string} key */
export function boardTitle(game, key) {
  return game.presets.find((preset) => preset.key === key)?.title ?? key.replace(/\w+=/g, "").replaceAll(" ", ", ");
}
