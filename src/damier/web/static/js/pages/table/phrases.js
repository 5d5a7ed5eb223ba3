/** The set phrases that players by link can say to each other: each reads them in their own language. */
import * as api from "../../api.js";
import { announce, el, fill, toast } from "../../dom.js";
import { say } from "../../language.js";
import { recall, remember } from "../../local_storage.js";
import { playerName } from "../../shared/players_panel.js";

/** @import { Phrase, Table } from "../../types.js" */

/** How long a bubble is seen, in milliseconds. */
const SEEN = 7000;
const MUTED = "phrases muted";

/** By key, as the server knows them. @returns {Record<string, string>} */
function phrases() {
  return {
    hello: say("Hello!"), luck: say("Good luck!"), nice: say("Nice move!"), oops: say("Oops!"),
    moment: say("One moment, please."), thanks: say("Thanks, good game!"), again: say("Another one?"),
    bye: say("I have to go."),
  };
}

export class Phrases {
  /** @param {() => Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<number, HTMLElement>} */
    this.bubbles = new Map();
    /** @type {Map<number, number>} */
    this.timers = new Map();
    this.mute = el("button", { type: "button", class: "plain", "aria-pressed": "false", click: () => {
      remember(MUTED, !recall(MUTED, false));
      this.drawMute();
    } });
    const buttons = Object.entries(phrases()).map(([key, words]) =>
      el("button", { type: "button", "data-phrase": key, click: () => this.send(key) }, words));
    this.node = el("details", { class: "fold phrases" },
      el("summary", {}, say("Say something")),
      el("div", { class: "phrase-list", role: "group", "aria-label": say("Say something") }, buttons),
      this.mute);
    this.drawMute();
  }

  leave() {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  drawMute() {
    this.mute.setAttribute("aria-pressed", String(recall(MUTED, false)));
    this.mute.textContent = say("Do not show what others say");
  }

  /** @param {Table} table */
  show(table) {
    this.node.hidden = !table.you.length || table.waiting.length > 0;
  }

  /** @param {string} key */
  async send(key) {
    this.node.open = false;
    this.node.querySelector("summary")?.focus();
    try {
      await api.sayPhrase(this.table().id, key);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    }
  }

  /** Somebody has said something, perhaps this browser. @param {Phrase} said */
  hear({ seat, phrase }) {
    const words = phrases()[phrase];
    const own = this.table().you.includes(seat);
    if (!words || (!own && recall(MUTED, false))) return;
    const bubble = this.bubble(seat);
    fill(bubble, words);
    bubble.hidden = false;
    clearTimeout(this.timers.get(seat));
    this.timers.set(seat, window.setTimeout(() => (bubble.hidden = true), SEEN));
    if (!own) announce(`${playerName(this.table(), seat)}: ${words}`);
  }

  /** Beside the player; it stays the same while the players are drawn again. @param {number} seat */
  bubble(seat) {
    const node = this.bubbles.get(seat) ?? el("span", { class: "bubble", hidden: true });
    this.bubbles.set(seat, node);
    return node;
  }
}
