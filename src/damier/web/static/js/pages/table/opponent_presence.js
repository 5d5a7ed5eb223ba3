/** Whether the people at the other screens are there, and what can be done when one has left. */
import { announce, el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { when } from "../../pure/formatting.js";

/** @import { Table } from "../../types.js" */

/**
 * A dot: filled while somebody is there, a ring while they are away; none for yourself, or where nobody sits.
 * @param {Table} table
 * @param {number} seat
 */
export function presenceDot(table, seat) {
  if (table.players[seat].kind !== "person" || table.you.includes(seat) || table.waiting.includes(seat)) return null;
  const away = table.away?.[seat];
  const now = Date.now() / 1000;
  const words = away === undefined ? say("Is here") : say("Away, last seen {when}", { when: when(now - away, now) });
  return el("span", { class: `presence ${away === undefined ? "there" : "away"}`, role: "img", "aria-label": words, title: words });
}

export class AwayNotice {
  /** @param {(draw: boolean) => void} claim */
  constructor(claim) {
    this.claim = claim;
    this.said = "";
    this.timer = 0;
    this.node = el("div", { class: "away-notice", hidden: true });
  }

  leave() {
    clearTimeout(this.timer);
  }

  /** @param {Table} table */
  show(table) {
    clearTimeout(this.timer);
    const wait = table.claim_in ?? null;
    if (wait !== null && wait > 0) this.timer = window.setTimeout(() => this.draw("gone"), 1000 * wait + 100);
    this.draw(wait === null ? "" : wait > 0 ? "away" : "gone");
  }

  /** @param {"" | "away" | "gone"} state */
  draw(state) {
    if (state === this.said) return; // a button that somebody is about to press stays the same button
    this.said = state;
    this.node.hidden = !state;
    if (!state) return fill(this.node);
    const words = state === "away"
      ? say("Your opponent is away. Wait a little, they may come back.")
      : say("Your opponent has left.");
    const button = (/** @type {string} */ title, /** @type {boolean} */ draw) => el("button", {
      type: "button", class: draw ? "" : "primary", "data-claim": draw ? "draw" : "win", click: () => this.claim(draw),
    }, title);
    fill(this.node,
      el("p", {}, words, state === "gone" && el("span", { class: "quiet small" },
        ` ${say("You can also wait or leave: the game stays among your games.")}`)),
      state === "gone" && el("div", { class: "buttons" },
        button(say("Claim the win"), false), button(say("Call it a draw"), true),
        el("a", { class: "button", href: "#/" }, say("Leave"))));
    announce(words);
  }
}
