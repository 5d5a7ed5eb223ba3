/** What one player has asked of the other: a draw, a move back, another game. */
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { address } from "../../router.js";

/** @import { OtherAct } from "../../pure/act_queue.js" */
/** @import { Table } from "../../types.js" */
/** @typedef {{words: string, yes: OtherAct | null, no: string | null, go: string | null}} Notice */

/**
 * What should be shown, if anything: what the other asks of you, or what you wait for.
 * @param {Table} table
 * @returns {Notice | null}
 */
export function notice(table) {
  if (table.next) {
    const asked = table.shared && table.you.length > 0;
    const words = asked ? say("Your opponent wants a rematch.") : say("There is a rematch.");
    return { words, yes: null, no: null, go: table.next };
  }
  if (table.ended || !table.shared) return null;
  if (!table.you.length) return null; // who looks on is not asked
  return asked(table) ?? waited(table) ?? declined(table);
}

/** @typedef {"draw" | "undo"} Offer */
/** @type {Offer[]} */
const OFFERS = ["draw", "undo"];

/** What the other asks of you: it is answered first. @param {Table} table @returns {Notice | null} */
function asked(table) {
  const what = OFFERS.find((one) => table.offers[one] !== null && !isYours(table, table.offers[one]));
  if (!what) return null;
  const words = what === "draw" ? say("Your opponent offers a draw.") : say("Your opponent asks to take a move back.");
  return { words, yes: what, no: say("Decline"), go: null };
}

/** What you have asked. @param {Table} table @returns {Notice | null} */
function waited(table) {
  const what = OFFERS.find((one) => isYours(table, table.offers[one]));
  if (!what) return null;
  const words = what === "draw" ? say("You have offered a draw.") : say("You have asked to take a move back.");
  return { words, yes: null, no: say("Withdraw"), go: null };
}

/** What the other did not want, until the next move. @param {Table} table @returns {Notice | null} */
function declined(table) {
  const words = isYours(table, table.offers.undo_declined) ? say("Your opponent does not want to take the move back.")
    : isYours(table, table.offers.draw_declined) ? say("Your draw offer was declined.") : null;
  return words === null ? null : { words, yes: null, no: null, go: null };
}

/** @param {Table} table @param {number | null | undefined} seat */
const isYours = (table, seat) => typeof seat === "number" && table.you.includes(seat);

export class OpponentRequests {
  /** @param {(what: OtherAct) => unknown} answer */
  constructor(answer) {
    this.answer = answer;
    this.said = "";
    this.node = el("div", { class: "offer", hidden: true });
  }

  /** @param {Table} table */
  show(table) {
    const now = notice(table);
    const words = now ? `${now.words} ${now.go ?? ""}` : "";
    if (words === this.said) return;
    this.said = words;
    this.node.hidden = !now;
    if (!now) return fill(this.node);
    const { yes, no } = now;
    const button = (/** @type {OtherAct} */ act, /** @type {string} */ title, /** @type {string} */ kind) =>
      el("button", { type: "button", class: kind, "data-answer": act, click: () => this.answer(act) }, title);
    fill(this.node,
      el("p", {}, now.words),
      (yes || no || now.go) && el("div", { class: "buttons" },
        yes && button(yes, say("Accept"), "primary"),
        no && button("decline", no, ""),
        now.go && el("a", { class: "button primary", href: address({ page: "table", id: now.go }) },
          table.you.length ? say("Go to the rematch") : say("Watch"))));
    announce(now.words);
  }
}
