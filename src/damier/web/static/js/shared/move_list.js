/** The moves of a game as a list to walk through. */
import { el } from "../dom.js";
import { say } from "../language.js";

/**
 * How many moves two lists begin with together.
 * @param {string[]} one
 * @param {string[]} other
 */
export function common(one, other) {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same += 1;
  return same;
}

/** @typedef {{kind: string, title: string}} Note  Something said of a move, for its style and in words. */

export class MoveList {
  /**
   * @param {(ply: number) => void} pick  called with how many moves have been made then
   * @param {(index: number) => Note | null} [note]  of the move with that index from 0
   */
  constructor(pick, note = () => null) {
    this.pick = pick;
    this.note = note;
    /** @type {string[]} */
    this.moves = [];
    this.shown = -1;
    this.count = el("span", { class: "quiet small" });
    this.empty = el("p", { class: "quiet" }, say("None yet."));
    this.list = el("ol", { "aria-label": say("Moves") });
    this.node = el("section", { class: "moves" },
      el("h2", {}, say("Moves"), this.count), this.empty, this.list);
  }

  /**
   * @param {string[]} moves
   * @param {number} ply  after how many of them the board is shown
   */
  show(moves, ply) {
    const same = common(this.moves, moves);
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    for (let i = same; i < moves.length; i++) this.list.append(this.row(moves[i], i));
    const changed = moves.length !== this.moves.length || ply !== this.shown;
    this.moves = [...moves];
    this.count.textContent = moves.length ? ` ${moves.length}` : "";
    this.empty.hidden = moves.length > 0;
    this.list.hidden = moves.length === 0;
    if (changed) this.mark(ply);
  }

  /** What is said of the moves has changed: write it again. */
  renote() {
    const { moves, shown } = this;
    this.list.replaceChildren();
    this.moves = [];
    this.shown = -1;
    this.show(moves, shown);
  }

  /** @param {string} move @param {number} index */
  row(move, index) {
    const note = this.note(index);
    return el("li", { class: note ? `note ${note.kind}` : null },
      el("button", { type: "button", tabindex: -1, title: note?.title, click: () => this.pick(index + 1) },
        el("span", { class: "move-number" }, `${index + 1}`), ` ${move}`,
        note && el("span", { class: "unseen" }, `, ${note.title}`)));
  }

  /** @param {number} index */
  button(index) {
    return /** @type {HTMLElement | null} */ (this.list.children[index]?.firstElementChild ?? null);
  }

  /** Mark the move that led to what is shown, and let the tab key lead to it. @param {number} ply */
  mark(ply) {
    const focused = this.list.contains(document.activeElement);
    for (const node of this.list.querySelectorAll("[aria-current], [tabindex='0']")) {
      node.removeAttribute("aria-current");
      node.setAttribute("tabindex", "-1");
    }
    this.shown = ply;
    const now = this.button(ply - 1);
    now?.setAttribute("aria-current", "true");
    const stop = now ?? this.button(0);
    stop?.setAttribute("tabindex", "0");
    if (focused) stop?.focus({ preventScroll: true });
    if (stop) this.reveal(stop);
  }

  /** Scroll the list, and not the page. @param {HTMLElement} node */
  reveal(node) {
    const scroll = () => {
      const [box, own] = [this.list.getBoundingClientRect(), node.getBoundingClientRect()];
      if (own.top < box.top) this.list.scrollTop -= box.top - own.top;
      else if (own.bottom > box.bottom) this.list.scrollTop += own.bottom - box.bottom;
    };
    if (this.list.isConnected) scroll();
    else requestAnimationFrame(scroll);
  }
}
