/** The buttons of a table: which there are, and which of them do something now. */
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";

/** @import { Table } from "../../types.js" */

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
  const open = !table.ended;
  const back = sits && (open || !table.shared); // by link a finished game stays finished
  const people = table.players.filter((player) => player.kind === "person").length;
  const levels = table.players.length - people;
  /** @type {[Action, boolean][]} */
  const all = [
    ["hint", open && !table.shared], ["why", levels > 0 && !table.shared],
    ["undo", back], ["redo", back && !table.shared], ["flip", true],
    ["draw", open && sits && people > 1 && levels === 0], ["resign", open && sits], ["new", true],
  ];
  return all.filter(([, there]) => there).map(([action]) => action);
}

/**
 * Which of them do something now.
 * @param {Table} table
 * @returns {Record<Action, boolean>}
 */
export function enabled(table) {
  const moved = table.moves.length > 0;
  const yours = table.you.includes(table.turn) && table.to_move === "person";
  const asked = (/** @type {number | null} */ seat) => seat !== null && table.you.includes(seat);
  return {
    hint: yours || !table.you.length,
    why: moved,
    undo: moved && !asked(table.offers.undo),
    redo: table.redo > 0,
    flip: true,
    draw: !table.waiting.length && !asked(table.offers.draw),
    resign: true,
    new: true,
  };
}

/** What belongs together stands together. @type {Action[][]} */
const GROUPS = [["hint", "why"], ["undo", "redo", "flip"], ["draw", "resign", "new"]];

/**
 * The rows of buttons: two that would stand alone stand together.
 * @param {Action[]} actions
 * @returns {Action[][]}
 */
export function rows(actions) {
  /** @type {Action[][]} */
  const found = [];
  for (const group of GROUPS) {
    const there = group.filter((action) => actions.includes(action));
    const last = found.at(-1);
    if (last?.length === 1 && there.length === 1) last.push(...there);
    else found.push(there);
  }
  return found.filter((row) => row.length > 0);
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
    const button = (/** @type {Action} */ action) => {
      const node = el("button", { type: "button", "data-act": action, click: () => {
        if (node.getAttribute("aria-disabled") !== "true") this.run[action]();
      } }, titles[action]);
      return node;
    };
    const focused = this.node.contains(document.activeElement);
    fill(this.node, rows(actions).map((row) => el("div", { class: "group" }, row.map(button))));
    if (focused) this.node.querySelector("button")?.focus(); // who resigned by keyboard is not sent to the top
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
