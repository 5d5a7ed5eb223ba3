/** The buttons of a table. */
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { enabled, offered, rows } from "../../pure/table_actions.js";

/** @import { Action } from "../../pure/table_actions.js" */
/** @import { Table } from "../../types.js" */

export class ActionButtons {
  /** @param {Record<Action, () => unknown>} run */
  constructor(run) {
    this.run = run;
    /** The actions that have buttons now. */
    this.shown = "";
    this.node = el("div", { class: "actions", role: "group", "aria-label": say("What you can do") });
  }

  /** @param {Table} table @param {{flip: boolean}} state */
  show(table, state) {
    const actions = offered(table);
    if (this.shown !== actions.join()) this.build(actions);
    const can = enabled(table);
    for (const action of actions) {
      const button = this.button(action);
      // Not "disabled": that would drop the focus of who presses Undo by keyboard until the first move.
      button?.setAttribute("aria-disabled", String(!can[action]));
    }
    this.button("flip")?.setAttribute("aria-pressed", String(state.flip));
  }

  /** @param {Action} action */
  button(action) {
    return /** @type {HTMLElement | null} */ (this.node.querySelector(`[data-act=${action}]`));
  }

  /** @param {Action[]} actions */
  build(actions) {
    this.shown = actions.join();
    /** @type {Record<Action, string>} */
    const titles = {
      hint: say("Hint"), why: say("Why"), undo: say("Undo"), redo: say("Redo"), flip: say("Flip"),
      draw: say("Offer a draw"), resign: say("Resign"), new: say("New game"),
    };
    const button = (/** @type {Action} */ action) => {
      const node = el("button", { type: "button", "data-act": action, click: () => {
        return node.getAttribute("aria-disabled") === "true" ? null : this.run[action]();
      } }, titles[action]);
      return node;
    };
    const focused = this.node.contains(document.activeElement);
    fill(this.node, rows(actions).map((row) => el("div", { class: "group" }, row.map(button))));
    if (focused) this.node.querySelector("button")?.focus(); // who resigned by keyboard is not sent to the top
  }

  /** Asks once more on the button itself: a slip of the finger should not cost a game. @param {() => unknown} sure */
  resign(sure) {
    const button = this.button("resign");
    if (!button) return null;
    const calm = () => {
      delete button.dataset.asked;
      button.textContent = say("Resign");
    };
    if (button.dataset.asked) {
      calm();
      return sure();
    }
    button.dataset.asked = "yes";
    button.textContent = say("Really resign?");
    setTimeout(calm, 4000);
    return null;
  }
}
