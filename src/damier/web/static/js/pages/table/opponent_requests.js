/** What one player has asked of the other: a draw, a move back, another game. */
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { address } from "../../router.js";

/** @import { Act } from "../../api.js" */
/** @import { Table } from "../../types.js" */
/** @typedef {{words: string, yes: Act | null, no: string | null, go: string | null}} Notice */

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
  for (const what of /** @type {const} */ (["draw", "undo"])) {
    const seat = table.offers[what];
    if (seat === null) continue;
    if (table.you.includes(seat)) {
      const words = what === "draw" ? say("You have offered a draw.") : say("You have asked to take a move back.");
      return { words, yes: null, no: say("Withdraw"), go: null };
    }
    if (!table.you.length) continue; // who looks on is not asked
    const draw = what === "draw";
    const words = draw ? say("Your opponent offers a draw.") : say("Your opponent asks to take a move back.");
    return { words, yes: what, no: say("Decline"), go: null };
  }
  return null;
}

export class OpponentRequests {
  /** @param {(what: Act) => unknown} answer */
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
    const button = (/** @type {Act} */ act, /** @type {string} */ title, /** @type {string} */ kind) =>
      el("button", { type: "button", class: kind, "data-answer": act, click: () => this.answer(act) }, title);
    fill(this.node,
      el("p", {}, now.words),
      el("div", { class: "buttons" },
        yes && button(yes, say("Accept"), "primary"),
        no && button("decline", no, ""),
        now.go && el("a", { class: "button primary", href: address({ page: "table", id: now.go }) },
          table.you.length ? say("Go to the rematch") : say("Watch"))));
    announce(now.words);
  }
}
