/** The start page: games under way, and every game one click away. */
import * as api from "../../api.js";
import { thumbnail } from "../../board/thumbnail.js";
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { recall, remember } from "../../local_storage.js";
import { company, when } from "../../pure/formatting.js";
import { settle } from "../../pure/game_choice.js";
import { address } from "../../router.js";
import { begin, summary } from "../../shared/begin_game.js";
import { DemoBoards } from "./demo_boards.js";

/** @import { Game, TableLine } from "../../types.js" */

/** How many unfinished games the strip shows; the archive has them all. */
const STRIP = 4;

/** @param {Element} host @returns {Promise<() => void>} */
export async function startPage(host) {
  const none = { tables: [], more: null };
  const [games, found] = await Promise.all([api.games(), api.tables({ state: "open", most: 20 }).catch(() => none)]);
  // A game without a move is no loss: one click begins it again.
  const open = found.tables.filter((table) => table.moves > 0);
  const pause = pauseButton();
  const demos = new DemoBoards(() => (pause.hidden = false));
  demos.paused = recall("paused", false);
  pause.addEventListener("click", () => {
    demos.paused = !demos.paused;
    remember("paused", demos.paused);
    label(pause, demos.paused);
  });
  label(pause, demos.paused);
  pause.hidden = !demos.paused || demos.still;
  fill(
    host,
    el("div", { class: "hero" },
      el("h1", {}, say("Play the classic grid games")),
      el("p", {}, say("Against an opponent of your strength, who can tell you why."))),
    open.length > 0 && unfinished(open),
    el("section", { "aria-labelledby": "games" },
      el("div", { class: "section-head" }, el("h2", { id: "games" }, say("Games")), pause),
      el("ul", { class: "cards" }, games.map((game) => card(game, demos.board(game))))),
  );
  // The page is painted first; what moves comes after it.
  const begun = window.setTimeout(() => demos.start(), 300);
  return () => {
    clearTimeout(begun);
    demos.stop();
  };
}

/** Whatever moves by itself for more than five seconds can be stopped. */
function pauseButton() {
  return el("button", { type: "button", class: "plain small", id: "pause" });
}

/** @param {HTMLElement} button @param {boolean} paused */
function label(button, paused) {
  button.textContent = paused ? say("Play animations") : say("Pause animations");
}

/** @param {TableLine[]} open */
function unfinished(open) {
  const now = Date.now() / 1000;
  return el("section", { "aria-labelledby": "continue" },
    el("div", { class: "section-head" },
      el("h2", { id: "continue" }, say("Continue")),
      open.length > STRIP && el("a", { class: "small more-link", href: "#/archive" }, say("All unfinished games"))),
    el("ul", { class: "strip" }, open.slice(0, STRIP).map((table) =>
      el("li", {},
        el("a", { class: "ticket", href: address({ page: "table", id: table.id }) },
          el("span", { class: "thumb" }, table.scene && thumbnail(table.scene)),
          el("span", { class: "ticket-words" },
            el("strong", {}, table.title),
            el("span", { class: "quiet" }, company(table)),
            el("span", { class: "quiet" },
              `${say("{n} moves", { n: table.moves })} · ${when(table.updated, now)}`)))))));
}

/** @param {Game} game @param {Element} board */
function card(game, board) {
  const choice = settle(game, recall(`choice ${game.key}`, null));
  const more = address({ page: "choose", game: game.key });
  const named = { game: game.title };
  return el("li", { class: "card" },
    el("a", { class: "thumb", href: more, tabindex: -1, "aria-hidden": "true" }, board),
    el("div", { class: "card-words" },
      el("h3", {}, game.title),
      el("p", { class: "about" }, game.about),
      el("p", { class: "quiet small summary" }, summary(game, choice)),
      el("div", { class: "buttons" },
        el("button", {
          class: "primary", type: "button", "data-play": game.key, "aria-label": say("Play {game}", named),
          click: (/** @type {Event} */ event) => begin(game, choice, event.currentTarget),
        }, say("Play")),
        el("a", { class: "button", href: more, "aria-label": say("Choose how to play {game}", named) },
          say("Choose…"))),
      el("p", { class: "card-links small" },
        el("a", { href: address({ page: "rules", game: game.key }), "aria-label": say("Rules of {game}", named) },
          say("Rules")),
        el("a", {
          href: address({ page: "position", game: game.key, query: {} }),
          "aria-label": say("Analyse a position of {game}", named),
        }, say("Analyse")),
        game.puzzles && el("a", {
          href: address({ page: "puzzles", game: game.key }), "aria-label": say("Puzzles of {game}", named),
        }, say("Puzzles")))));
}
