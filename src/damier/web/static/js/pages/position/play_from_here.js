/** A game that begins with a position that was set up. */
import * as api from "../../api.js";
import { el, toast } from "../../dom.js";
import { say } from "../../language.js";
import { recall } from "../../local_storage.js";
import { capital } from "../../pure/formatting.js";
import { settle } from "../../pure/game_choice.js";
import { address } from "../../router.js";
import { labelled } from "../../shared/labelled_field.js";

/** @import { PositionQuery } from "../../pure/position_url.js" */
/** @import { Game, Position } from "../../types.js" */

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

/**
 * Only what came from moves can be played on as a game: a record begins at the beginning.
 * @param {Game} game
 * @param {PositionQuery} query
 * @param {Position} position
 */
export function playFrom(game, query, position) {
  const { options, moves, turn, seats, ended, playable, levels: fits = [] } = position;
  if (!options || !moves || ended || !playable || query.position !== undefined) return null;
  const levels = game.levels.filter((level) => seats > 1 && fits.includes(level.key));
  const usual = settle(game, recall(`choice ${game.key}`, null)).level;
  const who = el("select", {},
    levels.map((level) => el("option", { value: level.key, selected: level.key === usual }, level.title)),
    el("option", { value: PEOPLE }, seats > 1 ? say("Two people at this screen") : say("You")));
  const seat = capital(game.seat_names[turn] ?? "");
  return el("form", { class: "play-from-form", submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const table = await api.begin({ game: game.key, options, moves, players: seated(seats, turn, who.value) });
      location.hash = address({ page: "table", id: table.id });
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    }
  } },
  labelled(say("Opponent"), who),
  el("button", { type: "submit", class: "primary" }, say("Play from here")),
  seats > 1 && el("p", { class: "quiet small" }, say("You play {seat}.", { seat })));
}
