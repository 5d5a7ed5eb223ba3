/** Links to a table: the invitation for whoever is awaited, and the one to look on. */
import { el } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { address } from "../../router.js";
import { copyButton, whole } from "../../shared/copy_link.js";

/** @import { Game, Table } from "../../types.js" */

/**
 * A link to copy, to select by hand, or to hand on to another app.
 * @param {string} title
 * @param {string} hash
 * @param {string} words  what is shared with it
 * @param {boolean} main  whether it is what the page is about now
 */
export function linkField(title, hash, words, main) {
  const link = whole(hash);
  const input = el("input", {
    type: "text", readonly: true, value: link, "aria-label": title, focus: () => input.select(),
  });
  // Who thinks better of it has done nothing wrong.
  const share = () => navigator.share({ title: words, text: words, url: link }).catch(() => {});
  const copies = { class: main ? "primary" : "", "aria-label": say("Copy: {link}", { link: title }) };
  return el("div", { class: "link-field" },
    el("span", { class: "link-title", "aria-hidden": "true" }, title),
    el("div", { class: "link-row" },
      input,
      copyButton(say("Copy"), () => hash, copies),
      "share" in navigator && el("button", { type: "button", click: share }, say("Share"))));
}

/**
 * While somebody is awaited: what to send them.
 * @param {Table} table
 * @param {Game} game
 */
export function invitation(table, game) {
  const seats = table.waiting.filter((seat) => seat in table.invitations);
  if (!seats.length || table.ended) return null;
  const words = say("Play {game} with me", { game: game.title });
  return el("section", { class: "invitation", "aria-labelledby": "invitation" },
    el("h2", { id: "invitation" }, say("Send this link to your opponent")),
    el("p", { class: "quiet" }, say("The game begins when they open it and press Play.")),
    seats.map((seat) => linkField(
      seats.length > 1 ? capital(game.seat_names[seat]) : say("Invitation"),
      address({ page: "join", id: table.id, invitation: table.invitations[seat] }), words, true)));
}

/** The read-only link of a game. @param {Table} table */
export function watchLink(table) {
  return el("div", { class: "watch-link" },
    el("p", { class: "quiet small" }, say("Whoever has this link can look on, but not play.")),
    linkField(say("Link to look on"), address({ page: "table", id: table.id }), table.title, false));
}
