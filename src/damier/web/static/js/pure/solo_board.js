/** Which board somebody plays alone on: by what its results are remembered, and what people call it. Pure. */

/** @import { Game, Option, Table } from "../types.js" */

/**
 * By what the results of a board are remembered, in any language.
 * @param {string | null | undefined} preset  the key of the board, if it has one
 * @param {Table["options"]} options  all of them
 */
export function boardKey(preset, options) {
  return preset ?? Object.entries(options).map(([name, value]) => `${name}=${value}`).join(" ");
}

/** What people call a board that is remembered so. @param {Pick<Game, "presets" | "options">} game @param {string} key */
export function boardTitle(game, key) {
  const known = game.presets.find((preset) => preset.key === key);
  if (known) return known.title;
  return titleOf(game, Object.fromEntries(key.split(" ").map((pair) => pair.split("="))));
}

/**
 * A board with a name and what was chosen besides, "Expert, without guessing"; else all that makes it, "20x12, 40".
 * @param {Pick<Game, "presets" | "options">} game
 * @param {Record<string, string | number>} options
 */
export function titleOf(game, options) {
  const apart = game.options.filter((option) => option.apart && option.name in options);
  const rest = Object.entries(options).filter(([name]) => !apart.some((option) => option.name === name));
  const preset = game.presets.find(({ options: its = {} }) =>
    Object.keys(its).length === rest.length && rest.every(([name, value]) => String(its[name]) === String(value)));
  const board = preset ? [preset.title] : rest.map(([, value]) => value);
  return [...board, ...apart.map((option) => valueTitle(option, options[option.name]))].join(", ");
}

/** @param {Option} option @param {string | number} value */
function valueTitle(option, value) {
  return option.kind === "switch" ? option.title : option.titles?.[option.values?.indexOf(String(value)) ?? -1] ?? value;
}
