/** The fields of the page on which a game is chosen. */
import { el } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { CLOCKS, within } from "../../pure/game_choice.js";
import { paceSlider } from "../../shared/pace_controls.js";

/** @import { Choice } from "../../pure/game_choice.js" */
/** @import { Game, Level, Option } from "../../types.js" */

/**
 * One line of a list to choose from.
 * @param {string} name
 * @param {string} value
 * @param {string} title
 * @param {string} about
 * @param {boolean} checked
 * @param {() => void} chosen
 */
export function radio(name, value, title, about, checked, chosen) {
  return el("label", { class: "radio" },
    el("input", { type: "radio", name, checked, change: chosen, value }),
    el("span", {}, el("strong", {}, title), about && el("span", { class: "quiet" }, about)));
}

/**
 * @param {Game} game
 * @param {Choice} choice
 * @param {(setup: string | null) => void} chosen
 * @param {() => void} typed  an option has changed
 */
export function boardField(game, choice, chosen, typed) {
  return el("fieldset", { class: "inline" },
    el("legend", {}, say("Board")),
    game.presets.map((preset) =>
      radio("board", preset.key, preset.title, "", choice.setup === preset.key, () => chosen(preset.key))),
    game.options.length > 0 && radio("board", "", say("Other…"), "", choice.setup === null, () => chosen(null)),
    choice.setup === null && el("div", { class: "pair" },
      game.options.filter((option) => !option.apart).map((option) => field(option, choice, typed))),
    game.options.some((option) => option.apart) && el("div", { class: "pair apart" },
      game.options.filter((option) => option.apart).map((option) => field(option, choice, typed))));
}

/** @param {Option} option @param {Choice} choice @param {() => void} typed */
function field(option, choice, typed) {
  const kept = option.apart ? choice.apart : choice.options;
  const now = String(kept[option.name] ?? (option.kind === "whole" ? "" : option.usual) ?? "");
  const keep = (/** @type {string} */ value) => {
    if (value === "" || (option.apart && value === String(option.usual))) delete kept[option.name];
    else kept[option.name] = option.kind === "whole" || option.kind === "switch" ? Number(value) : value;
  };
  const change = (/** @type {string} */ value) => {
    keep(value);
    typed();
  };
  keep(now);
  if (option.kind === "switch") {
    const box = el("input", {
      type: "checkbox", name: `option ${option.name}`, checked: now === "1", change: () => change(box.checked ? "1" : "0"),
    });
    return el("label", { class: "radio" }, box,
      el("span", {}, el("strong", {}, capital(option.titles?.[1] ?? "")), el("span", { class: "quiet" }, option.about)));
  }
  return el("label", { class: "field" }, el("span", {}, capital(option.about)), control(option, now, change));
}

/** @param {Option} option @param {string} now @param {(value: string) => void} keep */
function control(option, now, keep) {
  const name = `option ${option.name}`;
  if (option.kind === "choice") {
    const list = el("select", { name, change: () => keep(list.value) },
      (option.values ?? []).map((value) => el("option", { value, selected: value === now }, option.titles?.[value] ?? value)));
    return list;
  }
  const whole = option.kind === "whole";
  const range = { low: String(option.low), high: String(option.high) };
  const input = el("input", {
    name,
    type: whole ? "number" : "text",
    value: now,
    min: whole ? option.low : null,
    max: whole ? option.high : null,
    // What is left empty follows from the size: as many mines as usual.
    placeholder: whole ? say("as usual") : String(option.usual ?? ""),
    pattern: whole ? null : "\\s*\\d{1,2}\\s*[xX×*]\\s*\\d{1,2}\\s*",
    title: whole ? null : say("width x height, from {low} to {high}", range),
    required: !whole,
    input: () => keep(input.value.trim()),
  });
  return input;
}

/**
 * How strong a level was found to be on a board; of boards of one's own nothing is known.
 * @param {Level} level
 * @param {string | null} setup
 */
const ratingOn = (level, setup) => (setup === null ? undefined : level.ratings?.[setup]);

/**
 * An opponent: what it does, how strong it is, and what it does wrong.
 * @param {Level} level
 * @param {Choice} choice
 * @param {string | null} setup  the board, if it is one with a name and nothing else was chosen
 */
export function levelField(level, choice, setup) {
  const { key, title, about, flaw } = level;
  const field = radio("level", key, title, about, choice.level === key, () => (choice.level = key));
  const rating = ratingOn(level, setup);
  if (rating) field.querySelector("strong")?.append(el("small", { class: "rating" }, ` ${rating}`));
  if (flaw) field.lastElementChild?.append(el("span", { class: "quiet" }, say("Weak point: {flaw}", { flaw })));
  return field;
}

/**
 * Who is watched, and how fast they play.
 * @param {Game} game
 * @param {Choice} choice
 * @param {Level[]} levels
 */
export function watchField(game, choice, levels) {
  const names = game.seats > 1 ? game.seat_names : [say("Level")];
  return el("fieldset", {},
    el("legend", {}, say("Who is watched")),
    el("div", { class: "pair" },
      pickLevel("level", levels, choice, names[0], choice.level, (key) => (choice.level = key)),
      game.seats > 1 && pickLevel("second", levels, choice, names[1], choice.second, (key) => (choice.second = key))),
    paceSlider(choice.pace, (pace) => (choice.pace = pace)));
}

/**
 * @param {string} name
 * @param {Level[]} levels
 * @param {Choice} choice
 * @param {string} title
 * @param {string} now
 * @param {(key: string) => void} chosen
 */
function pickLevel(name, levels, choice, title, now, chosen) {
  const list = el("select", { name, change: () => chosen(list.value) },
    levels.map((level) => el("option", { value: level.key, selected: level.key === now },
      [level.title, ratingOn(level, choice.setup)].filter(Boolean).join(" · "))));
  return el("label", { class: "field" }, el("span", {}, capital(title)), list);
}

/** @param {Choice} choice @param {() => void} changed  what is shown must be drawn again */
export function clockField(choice, changed) {
  const set = (/** @type {string} */ clock) => () => {
    choice.clock = clock;
    changed();
  };
  return el("fieldset", { class: "inline" },
    el("legend", {}, say("Clock"), el("span", { class: "quiet" }, ` ${say("minutes + seconds a move")}`)),
    radio("clock", "none", say("None"), "", choice.clock === "none", set("none")),
    CLOCKS.map((clock) => radio("clock", clock, clock, "", choice.clock === clock, set(clock))),
    radio("clock", "own", say("Other…"), "", choice.clock === "own", set("own")),
    choice.clock === "own" && el("div", { class: "pair" },
      amount("minutes", say("Minutes for the game"), 1, 24 * 60, choice.minutes, (value) => (choice.minutes = value)),
      amount("seconds", say("Seconds a move"), 0, 600, choice.seconds, (value) => (choice.seconds = value))));
}

/**
 * @param {string} name
 * @param {string} title
 * @param {number} low
 * @param {number} high
 * @param {number} now
 * @param {(value: number) => void} keep
 */
function amount(name, title, low, high, now, keep) {
  const input = el("input", {
    type: "number", name, min: low, max: high, step: 1, value: now, required: true,
    input: () => keep(within(input.valueAsNumber, low, high, now)),
  });
  return el("label", { class: "field" }, el("span", {}, title), input);
}
