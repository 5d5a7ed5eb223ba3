/** A game that begins with a position. */
import * as api from "../api.js";
import { el, toast } from "../dom.js";
import { say } from "../language.js";
import { recall } from "../local_storage.js";
import { capital } from "../pure/formatting.js";
import { settle } from "../pure/game_choice.js";
import { startOf } from "../pure/position_url.js";
import { address } from "../router.js";
import { labelled } from "./labelled_field.js";

/** @import { PositionQuery } from "../pure/position_url.js" */
/** @import { Game, Position } from "../types.js" */

/** Two people at this screen. */
const PEOPLE = "people";

/**
 * Who sits where: the person takes the seat whose turn it is.
 * @param {number} seats
 * @param {number} turn
 * @param {string} who  a level, or people
 */
export function seated(seats, turn, who) {
  return [...Array(seats).keys()].map((seat) => (seat === turn || who === PEOPLE ? "person" : who));
}

/** What a game begins with; where something is hidden, nobody knows what the moves would meet. @param {Game} game @param {PositionQuery} query @param {Position} position */
function beginning(game, query, position) {
  return game.hidden ? { game: game.key, position: position.position } : startOf(game, query);
}

/**
 * Whom to play against, and the button; nothing where the game is over.
 * @param {Game} game
 * @param {PositionQuery} query
 * @param {Position} position
 */
export function playForm(game, query, position) {
  const { turn, seats, continuable, levels: fits = [] } = position;
  if (!continuable) return null;
  const levels = game.levels.filter((level) => seats > 1 && fits.includes(level.key));
  const usual = settle(game, recall(`choice ${game.key}`, null)).level;
  const who = el("select", {},
    levels.map((level) => el("option", { value: level.key, selected: level.key === usual }, level.title)),
    el("option", { value: PEOPLE }, seats > 1 ? say("Two people at this screen") : say("You")));
  const seat = capital(game.seat_names[turn] ?? "");
  return el("form", { class: "play-from-form", submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const players = seated(seats, turn, who.value);
      const table = await api.begin({ ...beginning(game, query, position), players });
      location.hash = address({ page: "table", id: table.id });
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    }
  } },
  labelled(seats > 1 ? say("Opponent") : say("Who plays"), who),
  el("button", { type: "submit", class: "primary" }, say("Play from here")),
  seats > 1 && el("p", { class: "quiet small" }, say("You play {seat}.", { seat })));
}

/** The same in a dialog, where there is no room for it. @param {Game} game @param {PositionQuery} query */
export async function playDialog(game, query) {
  try {
    const form = playForm(game, query, await api.position(startOf(game, query)));
    if (!form) return toast(say("The game is over."));
    const box = el("dialog", { class: "dialog", "aria-labelledby": "play-title", close: () => box.remove() },
      el("h2", { id: "play-title" }, say("Play from here")), form,
      el("form", { method: "dialog", class: "buttons" }, el("button", {}, say("Cancel"))));
    form.addEventListener("submit", () => box.close());
    document.body.append(box);
    box.showModal();
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : String(problem));
  }
}
