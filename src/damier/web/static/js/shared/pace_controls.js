/** How fast engines that play alone move, and a pause. */
import { el } from "../dom.js";
import { language, say } from "../language.js";
import { SLOWEST } from "../pure/game_choice.js";

/** @import { Table } from "../types.js" */

/** A pace in words: "0.6 s". @param {number} pace @param {string} [code] */
export function paceWords(pace, code = language()) {
  return new Intl.NumberFormat(code, { style: "unit", unit: "second", maximumFractionDigits: 1 }).format(pace);
}

/**
 * The slider, for a table and for what is chosen before.
 * @param {number} now
 * @param {(pace: number) => void} chosen  when it has been let go
 */
export function paceSlider(now, chosen) {
  const words = el("output", {}, paceWords(now));
  const input = el("input", {
    type: "range", name: "pace", min: 0, max: SLOWEST, step: 0.1,
    value: Math.min(now, SLOWEST), "aria-valuetext": paceWords(now),
    input: () => {
      words.textContent = paceWords(Number(input.value));
      input.setAttribute("aria-valuetext", paceWords(Number(input.value)));
    },
    change: () => chosen(Number(input.value)),
  });
  return el("label", { class: "pace-slider" }, el("span", {}, say("Pause between moves")), input, words);
}

/** Of a table at which nobody but engines sits. */
export class PaceControls {
  /** @param {(pace: number, paused: boolean) => void} set */
  constructor(set) {
    this.set = set;
    this.pace = 0;
    this.paused = false;
    this.button = el("button", { type: "button", "data-act": "pause", click: () => this.set(this.pace, !this.paused) });
    this.room = el("div", {});
    this.node = el("section", { class: "pace", "aria-label": say("Speed"), hidden: true }, this.button, this.room);
  }

  /** @param {Table} table */
  show(table) {
    this.node.hidden = !table.owner || table.ended !== null;
    this.paused = table.paused;
    this.button.textContent = table.paused ? say("Go on") : say("Pause");
    if (this.room.firstChild && this.pace === table.pace) return; // a slider in somebody's hand is left alone
    this.pace = table.pace;
    this.room.replaceChildren(paceSlider(table.pace, (pace) => this.set(pace, this.paused)));
  }
}
