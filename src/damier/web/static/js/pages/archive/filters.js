/** What is looked for in the archive. */
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { labelled } from "../../shared/labelled_field.js";

/** @import { Game } from "../../types.js" */
/** @typedef {{game: string, state: string, player: string, words: string}} Filters */

/** How long a person who types may pause, in milliseconds. */
const PAUSE = 250;

/**
 * The opponents to choose from: those of a game, or of all games, each once.
 * @param {Game[]} games
 * @param {string} key
 * @returns {[string, string][]}
 */
export function opponents(games, key) {
  const levels = games.filter((game) => !key || game.key === key).flatMap((game) => game.levels);
  return [...new Map(levels.map((level) => [level.key, level.title])).entries()];
}

/**
 * @param {Game[]} games
 * @param {Filters} wanted  changed in place
 * @param {() => void} changed
 */
export function filters(games, wanted, changed) {
  let timer = 0;
  const search = el("input", { type: "search", value: wanted.words, maxlength: 200, input: () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      wanted.words = search.value.trim();
      changed();
    }, PAUSE);
  } });
  const game = choice([["", say("All games")], ...games.map((one) => pair(one.key, one.title))], wanted.game, (value) => {
    wanted.game = value;
    offer();
    changed();
  });
  const state = choice(states(), wanted.state, (value) => {
    wanted.state = value;
    changed();
  });
  const player = choice([], "", (value) => {
    wanted.player = value;
    changed();
  });
  const offer = () => {
    const known = opponents(games, wanted.game);
    if (!known.some(([key]) => key === wanted.player)) wanted.player = "";
    fill(player, options([["", say("Any opponent")], ...known], wanted.player));
  };
  offer();
  return {
    node: el("form", { class: "filters", role: "search", submit: (/** @type {Event} */ event) => event.preventDefault() },
      labelled(say("Search"), search), labelled(say("Kind of game"), game), labelled(say("State"), state),
      labelled(say("Opponent"), player)),
    clear: () => {
      Object.assign(wanted, { game: "", state: "", player: "", words: "" });
      [search.value, game.value, state.value] = ["", "", ""];
      offer();
      search.focus(); // what asked for it vanishes
    },
    leave: () => clearTimeout(timer),
  };
}

/** @returns {[string, string][]} */
function states() {
  const states = [["open", say("under way")], ["won", say("won")], ["lost", say("lost")], ["drawn", say("drawn")],
    ["over", say("over")]];
  return [pair("", say("All")), ...states.map(([key, title]) => pair(key, capital(title)))];
}

/** @param {string} key @param {string} title @returns {[string, string]} */
const pair = (key, title) => [key, title];

/** @param {[string, string][]} pairs @param {string} now */
function options(pairs, now) {
  return pairs.map(([value, title]) => el("option", { value, selected: value === now }, title));
}

/**
 * @param {[string, string][]} pairs
 * @param {string} now
 * @param {(value: string) => void} chosen
 */
function choice(pairs, now, chosen) {
  const list = el("select", { change: () => chosen(list.value) }, options(pairs, now));
  return list;
}
