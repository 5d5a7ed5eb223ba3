/** The start page: games under way, and every game one click away. */
import * as api from "../api.js";
import { thumbnail } from "../board/board.js";
import { el, fill, toast } from "../dom.js";
import { say } from "../language.js";
import { recall } from "../memory.js";
import { address } from "../router.js";
import { request, settle } from "../setup.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").TableLine} TableLine */
/** @typedef {import("../setup.js").Choice} Choice */

/** @param {Element} host @returns {Promise<() => void>} */
export async function startPage(host) {
  const [games, tables] = await Promise.all([api.games(), api.tables().catch(() => [])]);
  // A game without a move is no loss: one click begins it again.
  const open = tables.filter((table) => !table.ended && table.moves > 0);
  fill(
    host,
    el("div", { class: "hero" },
      el("h1", {}, say("Play the classic grid games")),
      el("p", {}, say("Against an opponent of your strength, who can tell you why."))),
    open.length > 0 && unfinished(open),
    el("section", { "aria-labelledby": "games" },
      el("h2", { id: "games" }, say("Games")),
      el("ul", { class: "cards" }, games.map(card))),
  );
  return () => {};
}

/** @param {TableLine[]} open */
function unfinished(open) {
  return el("section", { "aria-labelledby": "continue" },
    el("h2", { id: "continue" }, say("Continue")),
    el("ul", { class: "strip" }, open.slice(0, 8).map((table) =>
      el("li", {},
        el("a", { class: "ticket", href: address({ page: "table", id: table.id }) },
          el("span", { class: "thumb" }, thumbnail(table.scene)),
          el("span", { class: "ticket-words" },
            el("strong", {}, table.title),
            el("span", { class: "quiet" }, company(table)),
            el("span", { class: "quiet" }, say("{n} moves", { n: table.moves }))))))));
}

/** Who plays with whom: a person at this screen needs no name. @param {TableLine} table */
function company(table) {
  const levels = table.players.filter((player) => player.kind === "level");
  if (levels.length === table.players.length) return levels.map((player) => player.title).join(" – ");
  if (levels.length > 0) return say("against {level}", { level: levels[0].title });
  return table.players.length > 1 ? say("two people") : say("on your own");
}

/** @param {Game} game */
function card(game) {
  const choice = settle(game, recall(`choice ${game.key}`, null));
  const more = address({ page: "choose", game: game.key });
  return el("li", { class: "card" },
    el("a", { class: "thumb", href: more, tabindex: -1, "aria-hidden": "true" }, thumbnail(game.example)),
    el("div", { class: "card-words" },
      el("h3", {}, game.title),
      el("p", { class: "about" }, game.about),
      el("p", { class: "quiet small" }, summary(game, choice)),
      el("div", { class: "buttons" },
        el("button", {
          class: "primary", type: "button", "data-play": game.key,
          "aria-label": say("Play {game}", { game: game.title }),
          click: (/** @type {Event} */ event) => begin(game, choice, event.currentTarget),
        }, say("Play")),
        el("a", { class: "button", href: more, "aria-label": say("Choose how to play {game}", { game: game.title }) },
          say("Choose…")))));
}

/**
 * What one click starts: "Child · 7x6".
 * @param {Game} game
 * @param {Choice} choice
 */
function summary(game, choice) {
  const level = (/** @type {string} */ key) => game.levels.find((one) => one.key === key)?.title ?? key;
  const preset = game.presets.find((one) => one.key === choice.setup)?.title ?? String(choice.options.size ?? "");
  const who = choice.mode === "level" ? say("against {level}", { level: level(choice.level) })
    : choice.mode === "watch" ? say("watch {level}", { level: level(choice.level) })
    : game.seats > 1 ? say("two people") : say("on your own");
  return `${who} · ${preset}`;
}

/**
 * @param {Game} game
 * @param {Choice} choice
 * @param {EventTarget | null} button
 */
export async function begin(game, choice, button) {
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    const table = await api.begin(request(game, choice, Math.random()));
    location.hash = address({ page: "table", id: table.id });
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : String(problem));
  } finally {
    if (button instanceof HTMLButtonElement) button.disabled = false;
  }
}
