/** What is said over the board of clicks that wait: for somebody else's move, or for the connection. */
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";

/** @import { ActSender } from "./act_sender.js" */

export class WaitingLine {
  /** @param {ActSender} sender */
  constructor(sender) {
    this.sender = sender;
    this.said = "";
    this.node = el("p", { class: "waits", role: "status", hidden: true });
    this.listen = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.sender.planned && this.sender.cancel(true);
    document.addEventListener("keydown", this.listen);
  }

  leave() {
    document.removeEventListener("keydown", this.listen);
  }

  show() {
    const { planned: n, acts, lost } = this.sender;
    const words = n ? say("{n} moves wait for your turn.", { n })
      : lost && acts.length ? say("{n} clicks wait for the connection.", { n: acts.length }) : "";
    if (words === this.said) return; // a button that somebody is about to press stays the same button
    this.said = words;
    this.node.hidden = !words;
    fill(this.node, words && el("span", {}, words),
      n > 0 && el("button", { type: "button", id: "cancel-moves", click: () => this.sender.cancel(true) }, say("Cancel")));
  }
}
