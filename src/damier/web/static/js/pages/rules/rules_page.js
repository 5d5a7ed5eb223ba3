/** The rules of a game in a minute: words, pictures, gestures, and a button to try it. */
import * as api from "../../api.js";
import { staticBoard } from "../../board/static_board.js";
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { recall } from "../../local_storage.js";
import { capital } from "../../pure/formatting.js";
import { settle } from "../../pure/game_choice.js";
import { address } from "../../router.js";
import { begin, summary } from "../../shared/begin_game.js";
import { letters } from "../../shared/board_tools.js";
import { loadStylesheet } from "../../shared/stylesheet.js";

/** @import { Game, RulePicture } from "../../types.js" */

/** @param {Element} host @param {string} key @returns {Promise<() => void>} */
export async function rulesPage(host, key) {
  const game = (await api.games()).find((one) => one.key === key);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const [shown] = await Promise.all([api.pictures(key), loadStylesheet("rules")]);
  fill(
    host,
    el("nav", { class: "crumbs", "aria-label": say("Where you are") }, el("a", { href: "#/" }, say("All games"))),
    el("h1", {}, say("Rules of {game}", { game: game.title })),
    el("p", { class: "lead" }, game.about),
    pictures(shown),
    el("div", { class: "halves rules-words" },
      el("section", { class: "rules", "aria-labelledby": "in-words" },
        el("h2", { id: "in-words" }, say("In words")),
        el("ul", {}, game.rules.map((rule) => el("li", {}, rule)))),
      el("div", { class: "rules-side" }, hands(game), tryIt(game))),
  );
  return () => {};
}

/** @param {RulePicture[]} shown */
function pictures(shown) {
  return el("section", { "aria-labelledby": "in-pictures" },
    el("h2", { id: "in-pictures", class: "unseen" }, say("In pictures")),
    el("ol", { class: "pictures" }, shown.map(({ words, scene, pointed }) =>
      el("li", {},
        el("div", { class: "thumb" }, staticBoard(scene, { pointed })),
        words && el("p", {}, words)))));
}

/** How a move is made with each hand that a person may have free. @param {Game} game */
function hands(game) {
  const gestures = Object.values(game.gestures);
  const clicks = {
    plain: say("Click or tap"),
    second: say("Right click or long press"),
    double: say("Double click"),
    shift: say("Shift and click"),
  };
  const byClick = Object.entries(clicks).map(([click, hand]) => {
    const titles = gestures.flatMap((one) => (one.click === click && one.title ? [one.title] : []));
    return { hand, does: capital(titles.join(", ")) || (click === "plain" ? say("plays there") : "") };
  });
  return el("section", { class: "rules", "aria-labelledby": "by-hand" },
    el("h2", { id: "by-hand" }, say("By hand")),
    el("dl", { class: "hands" },
      byClick.filter(({ does }) => does).flatMap(({ hand, does }) => pair(hand, does)),
      pair(say("Arrow keys"), say("walk over the board")),
      pair(say("Enter or space"), capital(gestures[0]?.title ?? "") || say("plays there")),
      letters(game).flatMap(({ letter, does }) => pair(letter, capital(does)))));
}

/** @param {string} hand @param {string} does */
function pair(hand, does) {
  return [el("dt", {}, hand), el("dd", {}, does)];
}

/** @param {Game} game */
function tryIt(game) {
  const choice = settle(game, recall(`choice ${game.key}`, null));
  return el("div", { class: "try" },
    el("button", {
      class: "primary large", type: "button", "data-play": game.key,
      click: (/** @type {Event} */ event) => begin(game, choice, event.currentTarget),
    }, say("Play")),
    el("p", { class: "quiet small" }, summary(game, choice)),
    el("p", { class: "card-links" },
      el("a", { href: address({ page: "choose", game: game.key }) }, say("Choose how to play")),
      el("a", { href: address({ page: "position", game: game.key, query: {} }) }, say("Analyse a position")),
      game.puzzles && el("a", { href: address({ page: "puzzles", game: game.key }) }, say("Puzzles"))));
}
