/** While somebody is awaited: the link to send them, as a QR code too, and whether they can reach it. */
import * as api from "../../api.js";
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { capital } from "../../pure/formatting.js";
import { address } from "../../router.js";
import { whole } from "../../shared/copy_link.js";
import { linkField } from "./invitation_links.js";

/** @import { Game, ReachableLink, Table } from "../../types.js" */

/** @param {Table} table @param {Game} game */
export function invitation(table, game) {
  const seats = table.waiting.filter((seat) => seat in table.invitations);
  if (!seats.length || table.ended) return null;
  const title = (/** @type {number} */ seat) => (seats.length > 1 ? capital(game.seat_names[seat]) : say("Invitation"));
  return el("section", { class: "invitation", "aria-labelledby": "invitation" },
    el("h2", { id: "invitation" }, say("Send this link to your opponent")),
    el("p", { class: "quiet" }, say("The game begins when they open it and press Play.")),
    seats.map((seat) => {
      const link = whole(address({ page: "join", id: table.id, invitation: table.invitations[seat] }));
      return invited(link, title(seat), say("Play {game} with me", { game: game.title }));
    }));
}

/** @param {string} link @param {string} title @param {string} words */
function invited(link, title, words) {
  const node = el("div", { class: "invited" }, linkField(title, link, words, true));
  api.reachable(link).then((found) => {
    // A link that may be selected already stays where it is.
    if (found.link !== link) node.firstElementChild?.replaceWith(linkField(title, found.link, words, true));
    node.append(found.local ? onlyHere(found) : el("figure", { class: "qr" },
      el("img", { src: found.qr, alt: say("QR code of the link"), width: 164, height: 164 }),
      el("figcaption", { class: "quiet small" }, say("Or let them scan it with a phone."))));
  }, () => {}); // the link itself is there
  return node;
}

/** @param {ReachableLink} found */
function onlyHere({ command, address }) {
  const node = el("div", { class: "only-here" });
  fill(node,
    el("p", {}, el("strong", {}, say("Only this computer can open this link."))),
    command && el("p", {}, say("To play with others in the same network, end the server and start it with"), " ",
      el("code", {}, command.split(/ (?=--)/).flatMap((part) => [el("span", {}, part), " "]))),
    command && address && el("p", {}, say("Then open the page at {address} and invite from there.", { address })));
  return node;
}
