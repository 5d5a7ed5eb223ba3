/** Choosing how to play one game, with its rules beside. */
import * as api from "../api.js";
import { thumbnail } from "../board/board.js";
import { el, fill } from "../dom.js";
import { say } from "../language.js";
import { recall, remember } from "../memory.js";
import { fitting, settle } from "../setup.js";
import { begin } from "./start.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../setup.js").Choice} Choice */
/** @typedef {() => void} Changed */

/** @param {Element} host @param {string} key @returns {Promise<() => void>} */
export async function choosePage(host, key) {
  const game = (await api.games()).find((one) => one.key === key);
  if (!game) throw new Error(say("There is no such game."));
  const choice = settle(game, recall(`choice ${key}`, null));
  const form = el("form", { class: "choose", submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    remember(`choice ${key}`, choice);
    begin(game, choice, event.submitter);
  } });
  const draw = () => fill(form, ...fields(game, choice, draw));
  draw();
  fill(
    host,
    el("nav", { class: "crumbs", "aria-label": say("Where you are") }, el("a", { href: "#/" }, say("All games"))),
    el("h1", {}, game.title),
    el("p", { class: "lead" }, game.about),
    el("div", { class: "halves" }, form, rules(game)),
  );
  return () => {};
}

/** @param {Game} game */
export function rules(game) {
  return el("section", { class: "rules", "aria-labelledby": "rules" },
    el("h2", { id: "rules" }, say("Rules")),
    el("div", { class: "thumb" }, thumbnail(game.example)),
    el("ul", {}, game.rules.map((rule) => el("li", {}, rule))));
}

/**
 * @param {Game} game
 * @param {Choice} choice
 * @param {Changed} changed
 * @returns {(HTMLElement | false)[]}
 */
function fields(game, choice, changed) {
  return [
    board(game, choice, changed),
    who(game, choice, changed),
    game.seats > 1 && choice.mode === "level" && beginner(choice),
    el("button", { class: "primary large", type: "submit" }, choice.mode === "watch" ? say("Watch") : say("Play")),
  ];
}

/**
 * One line of a list to choose from.
 * @param {string} name
 * @param {string} title
 * @param {string} about
 * @param {boolean} checked
 * @param {Changed} chosen
 */
function radio(name, title, about, checked, chosen) {
  return el("label", { class: "radio" },
    el("input", { type: "radio", name, checked, change: chosen, value: title }),
    el("span", {}, el("strong", {}, title), about && el("span", { class: "quiet" }, about)));
}

/**
 * After a change the form is drawn again: keep the keyboard where it was.
 * @param {Changed} changed
 * @param {string} name
 */
function redraw(changed, name) {
  changed();
  const input = document.querySelector(`input[name="${name}"]:checked`);
  if (input instanceof HTMLElement) input.focus();
}

/** @param {Game} game @param {Choice} choice @param {Changed} changed */
function who(game, choice, changed) {
  const alone = game.seats === 1;
  const set = (/** @type {Partial<Choice>} */ part) => () => {
    Object.assign(choice, part);
    redraw(changed, "who");
  };
  const fits = fitting(game, choice.setup);
  const levels = alone ? [] : fits.map((level) =>
    radio("who", level.title, level.about, choice.mode === "level" && choice.level === level.key,
      set({ mode: "level", level: level.key })));
  return el("fieldset", {},
    el("legend", {}, alone ? say("Who plays") : say("Opponent")),
    levels,
    radio("who", alone ? say("You") : say("Two people at this screen"), "",
      choice.mode === "people", set({ mode: "people" })),
    game.levels.length > 0 && radio("who", say("Watch"),
      alone ? say("a level plays, you look on") : say("one level against another"),
      choice.mode === "watch", set({ mode: "watch" })),
    choice.mode === "watch" && el("div", { class: "pair" },
      pickLevel(fits, game.seat_names[0], choice.level, (key) => (choice.level = key)),
      !alone && pickLevel(fits, game.seat_names[1], choice.second, (key) => (choice.second = key))));
}

/**
 * @param {import("../types.js").Level[]} levels
 * @param {string} title
 * @param {string} now
 * @param {(key: string) => void} chosen
 */
function pickLevel(levels, title, now, chosen) {
  const list = el("select", { change: () => chosen(list.value) },
    levels.map((level) => el("option", { value: level.key, selected: level.key === now }, level.title)));
  return el("label", { class: "field" }, el("span", {}, title), list);
}

/** @param {Choice} choice */
function beginner(choice) {
  /** @type {[Choice["begins"], string][]} */
  const ways = [["you", say("You")], ["opponent", say("The opponent")], ["chance", say("By chance")]];
  return el("fieldset", { class: "inline" },
    el("legend", {}, say("Who begins")),
    ways.map(([key, title]) => radio("begins", title, "", choice.begins === key, () => (choice.begins = key))));
}

/** @param {Game} game @param {Choice} choice @param {Changed} changed */
function board(game, choice, changed) {
  const set = (/** @type {string | null} */ setup) => () => {
    choice.setup = setup;
    Object.assign(choice, settle(game, choice)); // another board may have other levels
    redraw(changed, "board");
  };
  return el("fieldset", { class: "inline" },
    el("legend", {}, say("Board")),
    game.presets.map((preset) => radio("board", preset.title, "", choice.setup === preset.key, set(preset.key))),
    radio("board", say("Other…"), "", choice.setup === null, set(null)),
    choice.setup === null && el("div", { class: "pair" }, game.options.map((option) => field(option, choice))));
}

/** @param {Option} option @param {Choice} choice */
function field(option, choice) {
  const now = choice.options[option.name] ?? (option.kind === "size" ? option.usual : "") ?? "";
  const keep = (/** @type {string} */ value) => {
    if (value === "") delete choice.options[option.name];
    else choice.options[option.name] = option.kind === "whole" ? Number(value) : value;
  };
  keep(String(now));
  return el("label", { class: "field" }, el("span", {}, option.about), control(option, String(now), keep));
}

/** @param {Option} option @param {string} now @param {(value: string) => void} keep */
function control(option, now, keep) {
  if (option.kind === "choice") {
    const list = el("select", { change: () => keep(list.value) },
      (option.values ?? []).map((value) => el("option", { value, selected: value === now }, value)));
    return list;
  }
  const whole = option.kind === "whole";
  const input = el("input", {
    type: whole ? "number" : "text",
    value: now,
    min: whole ? option.low : null,
    max: whole ? option.high : null,
    // What is left empty follows from the size: as many mines as usual.
    placeholder: whole ? say("as usual") : "7x6",
    pattern: whole ? null : "\\s*\\d{1,2}\\s*[xX×*]\\s*\\d{1,2}\\s*",
    title: whole ? null
      : say("width x height, from {low} to {high}", { low: sized(option.low), high: sized(option.high) }),
    required: !whole,
    input: () => keep(input.value.trim()),
  });
  return input;
}

/** A limit of sizes, as the server sends it: [4, 4] or "4x4". @param {unknown} value */
function sized(value) {
  return Array.isArray(value) ? value.join("x") : String(value);
}
