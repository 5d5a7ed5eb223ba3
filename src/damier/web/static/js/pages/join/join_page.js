/** An invitation to a table: who looks at the link has not accepted yet. */
import * as api from "../../api.js";
import { thumbnail } from "../../board/thumbnail.js";
import { el, fill, toast } from "../../dom.js";
import { say } from "../../language.js";
import { clockWords } from "../../pure/clock_time.js";
import { address } from "../../router.js";
import { isBusy } from "../../shared/busy.js";
import { nicknameField, takeNickname } from "../../shared/nickname_field.js";
import { fetchPage } from "../../shared/page_files.js";
import { emblem } from "../../shared/players_panel.js";
import { loadStylesheet } from "../../shared/stylesheet.js";

/** @import { Game, Table } from "../../types.js" */

/** @param {Element} host @param {string} id @param {string} invitation @returns {Promise<() => void>} */
export async function joinPage(host, id, invitation) {
  const [games, table] = await Promise.all([api.games(), api.table(id), loadStylesheet("choose")]);
  const game = games.find((one) => one.key === table.game);
  if (!game) throw new api.Refused(404, say("There is no such game."));
  const { nickname: inviter } = table.players.find((player) => player.nickname) ?? {};
  const answer = el("div", { class: "answer", role: "status" });
  fill(answer, offer(table, () => accept(answer, table, invitation)));
  fill(
    host,
    el("section", { class: "join" },
      el("div", { class: "thumb" }, thumbnail(table.scene)),
      el("div", { class: "join-words" },
        el("h1", {}, game.title),
        // A used invitation invites nobody.
        table.waiting.length > 0 && el("p", { class: "lead" }, inviter ? say("{name} invites you to a game.", { name: inviter })
          : say("You are invited to a game.")),
        terms(table, game),
        answer,
        el("p", { class: "more" },
          el("a", { href: address({ page: "rules", game: game.key }) }, say("The rules in pictures"))))),
  );
  return () => {};
}

/** What is known of the game before it is accepted. @param {Table} table @param {Game} game */
function terms(table, game) {
  const [seat] = table.waiting;
  const { clock, options } = table;
  return el("ul", { class: "terms" },
    table.waiting.length === 1 && !table.you.length && el("li", {},
      emblem(game, seat), say("You would be {seat}.", { seat: game.seat_names[seat] }),
      ` ${seat === table.turn ? say("You begin.") : say("Your opponent begins.")}`),
    clock && el("li", {}, say("Clock: {time} each", { time: clockWords(clock.main) }),
      clock.increment > 0 && `, ${say("{n} seconds more for each move", { n: clock.increment })}`),
    options.size !== undefined && el("li", {}, say("Board: {size}", { size: options.size })));
}

/** @param {Table} table @param {() => unknown} play */
function offer(table, play) {
  if (table.you.length > 0) {
    return [
      el("p", {}, say("You sit at this table already.")),
      el("a", { class: "button primary large", href: address({ page: "table", id: table.id }) }, say("To the game")),
    ];
  }
  if (!table.waiting.length) return refused(table, say("Nobody is awaited at this table any more."));
  return [
    nicknameField(),
    el("button", { type: "button", class: "primary large", id: "join", click: once(play) }, say("Play")),
  ];
}

/** A second press waits for the answer to the first. @param {() => unknown} press */
const once = (press) => (/** @type {Event} */ { currentTarget }) =>
  currentTarget instanceof Element && isBusy(currentTarget) ? null : press();

/** @param {Table} table @param {string} words */
function refused(table, words) {
  return [
    el("p", { class: "problem" }, words),
    el("a", { class: "button large", href: address({ page: "table", id: table.id }) }, say("Watch the game")),
  ];
}

/** @param {Element} answer @param {Table} table @param {string} invitation */
async function accept(answer, table, invitation) {
  fetchPage("table");
  try {
    await api.join(table.id, invitation, takeNickname());
    // Not a step forward: going back must not lead to an invitation that is used up.
    location.replace(address({ page: "table", id: table.id }));
  } catch (problem) {
    // The nickname, perhaps: it can be changed.
    if (problem instanceof api.Refused && problem.status === 422) return toast(problem.message);
    fill(answer, refused(table, problem instanceof Error ? problem.message : String(problem)));
  }
}
