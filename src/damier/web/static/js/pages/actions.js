/** The buttons of a table: which there are, and which of them do something now. */
import { el, fill } from "../dom.js";
import { say } from "../language.js";

/** @typedef {import("../types.js").Table} Table */

/** @typedef {"hint" | "why" | "undo" | "redo" | "flip" | "draw" | "resign" | "new"} Action */

/** Whether people from different places play: then nobody is advised before the end. @param {Table} table */
export function isUnadvised(table) {
  return table.shared && !table.ended;
}

/**
 * Which actions a table has at all, for this browser; the others would only stand in the way.
 * @param {Table} table
 * @returns {Action[]}
 */
export function offered(table) {
  const sits = table.you.length > 0;
  const people = table.players.filter((player) => player.kind === "person").length;
  const levels = table.players.length - people;
  /** @type {[Action, boolean][]} */
  const all = [
    ["hint", true], ["why", levels > 0], ["undo", sits], ["redo", sits], ["flip", true],
    ["draw", sits && people > 1 && levels === 0], ["resign", sits], ["new", true],
  ];
  return all.filter(([, there]) => there).map(([action]) => action);
}

/**
 * Which of them do something now.
 * @param {Table} table
 * @returns {Record<Action, boolean>}
 */
export function enabled(table) {
  const open = !table.ended;
  const moved = table.moves.length > 0;
  const yours = table.you.includes(table.turn) && table.to_move === "person";
  // By link a finished game stays finished, and a move back is asked for once.
  const asked = table.offers.undo !== null && table.you.includes(table.offers.undo);
  return {
    hint: open && !table.shared && (yours || !table.you.length),
    why: moved && !isUnadvised(table),
    undo: moved && (table.shared ? open && !asked : true),
    redo: table.redo > 0 && !table.shared,
    flip: true,
    draw: open && !table.waiting.length && !(table.offers.draw !== null && table.you.includes(table.offers.draw)),
    resign: open,
    new: true,
  };
}

export class Actions {
  /** @param {Record<Action, () => void>} run */
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
    fill(this.node, actions.map((action) => el("button", {
      type: "button", "data-act": action, click: (/** @type {Event} */ event) => {
        const button = /** @type {HTMLElement} */ (event.currentTarget);
        if (button.getAttribute("aria-disabled") !== "true") this.run[action]();
      },
    }, titles[action])));
  }

  /** Asks once more on the button itself: a slip of the finger should not cost a game. @param {() => void} sure */
  resign(sure) {
    const button = this.button("resign");
    if (!button) return;
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
  }
}
