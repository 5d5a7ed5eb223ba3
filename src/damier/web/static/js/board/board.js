/**
 * The board on the page: one for every game. It draws what scene_to_svg.js describes, keeps what did not
 * change (so that focus and animations survive a move), and tells which move was meant.
 */
import { draw } from "../dom.js";
import { continuation } from "./continuation.js";
import { listen } from "./input.js";
import { PITCH, SENT, byPlace, centre, key, offers, turned } from "./lattice.js";
import { slides } from "./motion.js";
import { overlay, picture } from "./scene_to_svg.js";
import { ghost } from "./pieces.js";

/** @import { At, Click, Gestures, Mark, Scene, Step } from "../types.js" */
/** @import { Aim, Wish } from "./gesture.js" */
/** @import { Look, Picture, Place } from "./scene_to_svg.js" */

/** @typedef {{u: number, v: number, move: string | null}} Spot  What is pointed at, in cells, and what a click does. */

/** Zoom of a large board: the first shows all of thirty columns on a phone. */
const ZOOMS = [0.35, 0.5, 0.75, 1, 1.5, 2, 3];

/** @param {string} name @param {boolean} [hidden] */
const layer = (name, hidden = true) =>
  draw({ tag: "g", attrs: { class: name, ...(hidden ? { "aria-hidden": "true" } : {}) } });

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{title: string, gestures: Gestures}} game  what a screen reader calls it, and how its moves are made
   * @param {(aim: Aim) => void} play
   * @param {(spot: Spot | null) => void} [point]  told what the mouse or the keyboard is at
   * @param {(wish: Wish) => void} [keep]  told of a click that means nothing now and may mean something soon
   */
  constructor(host, { title, gestures }, play, point = () => {}, keep = () => {}) {
    this.host = host;
    this.gestures = gestures;
    this.play = play;
    this.point = point;
    /** Told where a key asked for what cannot be done. @type {(mark: Mark, gesture: string) => void} */
    this.refuse = () => {};
    /** Told that a finger sees what its second tap will do. @type {(aim: Aim) => void} */
    this.shown = () => {};
    this.keep = keep;
    this.zoom = 1;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Look} */
    this.look = {};
    /** Whether it is this person's turn. */
    this.enabled = false;
    /** Whether the board is about to change, so that a click that means nothing is kept. */
    this.keeps = false;
    /** Whose piece the pointer would put down. */
    this.seat = 0;
    /**
     * What a tap means: a finger has no right button and no Shift key.
     * @type {Click}
     */
    this.tool = "plain";
    /** Whether a tap, and Enter, asks about a place in place of playing there; and the letter that always asks. */
    this.asks = false;
    this.askKey = "";
    /** Told about which place. @type {(mark: Mark) => void} */
    this.inquire = () => {};
    /** Which place the keyboard is at. @type {At | null} */
    this.current = null;
    /** @type {Map<string, {node: SVGElement, drawn: string, figure: string}>} */
    this.places = new Map();
    /** @type {Map<number, SVGElement>} */
    this.rows = new Map();
    this.svg = /** @type {SVGSVGElement} */ (draw({ tag: "svg", attrs: { role: "grid", "aria-label": title } }));
    this.layers = {
      ground: layer("ground"),
      marks: layer("marks", false),
      front: layer("front"),
      over: layer("over"),
      then: layer("then"),
      ghost: layer("ghost"),
      focus: layer("focus"),
    };
    this.layers.marks.setAttribute("role", "rowgroup");
    this.svg.append(...Object.values(this.layers));
    host.replaceChildren(this.svg);
    listen(this);
  }

  /**
   * @param {Scene} scene
   * @param {Look} look
   * @param {{enabled: boolean, seat: number, keeps?: boolean}} turn
   */
  show(scene, look, { enabled, seat, keeps = false }) {
    const turn = (this.look.flip ?? false) !== (look.flip ?? false);
    const same = scene === this.scene && !turn && String(look.last) === String(this.look.last);
    const before = turn ? null : this.scene;
    Object.assign(this, { scene, look: { gestures: this.gestures, ...look }, enabled, seat, keeps });
    this.svg.setAttribute("aria-readonly", String(!enabled));
    if (same) this.layers.over.replaceChildren(...overlay(scene, this.look).map(draw));
    else this.redraw(before);
    this.svg.classList.toggle("ready", enabled);
    if (!same || !enabled) this.preview(null);
  }

  /** @param {Scene | null} before  what was shown, to see what is new; nothing after a turn of the board */
  redraw(before) {
    const { scene, look } = this;
    if (!scene) return;
    const drawn = picture(scene, look);
    this.svg.setAttribute("viewBox", drawn.viewBox.join(" "));
    this.svg.setAttribute("class", drawn.className);
    this.host.style.setProperty("--ratio", String(drawn.viewBox[2] / drawn.viewBox[3]));
    this.host.style.setProperty("--cells", String(drawn.viewBox[2] / PITCH));
    this.layers.ground.replaceChildren(...drawn.ground.map(draw));
    this.layers.front.replaceChildren(...drawn.front.map(draw));
    this.layers.over.replaceChildren(...drawn.over.map(draw));
    this.tell([]);
    const focused = this.svg.contains(document.activeElement);
    this.arrange(drawn, before);
    this.keepFocus(focused);
  }

  /**
   * @param {Picture} drawn
   * @param {Scene | null} before
   */
  arrange(drawn, before) {
    const living = new Set(drawn.rows.flatMap((row) => row.places.map((place) => key(place.at))));
    for (const [name, { node }] of this.places) {
      if (living.has(name)) continue;
      node.remove();
      this.places.delete(name);
    }
    const ys = new Set(drawn.rows.map((row) => row.y));
    for (const [y, node] of this.rows) {
      if (ys.has(y)) continue;
      node.remove();
      this.rows.delete(y);
    }
    const past = before && this.scene ? { marks: byPlace(before), slid: slides(before, this.scene) } : null;
    const rows = drawn.rows.map((row) => {
      const node = this.rows.get(row.y) ?? draw({ tag: "g", attrs: { role: "row" } });
      this.rows.set(row.y, node);
      order(node, row.places.map((place) => this.place(place, past)));
      return node;
    });
    order(this.layers.marks, rows);
  }

  /**
   * @param {Place} place
   * @param {{marks: Map<string, Mark>, slid: Map<string, At>} | null} past
   */
  place(place, past) {
    const name = key(place.at);
    const drawn = JSON.stringify(place);
    const kept = this.places.get(name);
    if (kept?.drawn === drawn) return kept.node;
    const node = kept?.node ?? draw({ tag: "g", attrs: { role: "gridcell", tabindex: -1 } });
    const figure = JSON.stringify(place.shapes);
    this.places.set(name, { node, drawn, figure });
    const mark = this.scene ? byPlace(this.scene).get(name) : undefined;
    const was = past?.marks.get(name);
    const fresh = past !== null && mark && (was?.kind !== mark.kind || was?.seat !== mark.seat);
    const from = fresh ? past.slid.get(name) : undefined;
    // What was shown before the server had it goes on moving when it has.
    const moving = was?.tags.includes(SENT) && kept?.figure === figure ? ["fresh", "slid"].filter((one) => node.classList.contains(one)) : [];
    node.setAttribute("class", [place.className, ...(fresh ? ["fresh"] : moving), ...(from ? ["slid"] : [])].join(" "));
    node.setAttribute("transform", `translate(${centre(place.shown).join(" ")})`);
    node.setAttribute("aria-label", place.label);
    Object.assign(node.dataset, { at: name, name: place.name, kind: mark?.kind, seat: mark?.seat ?? "" });
    if (fresh) this.path(node, place, from);
    if (moving.length) return node;
    const [spot, ...shapes] = place.shapes.map(draw);
    const group = draw({ tag: "g", attrs: { class: "figure" } });
    group.append(...shapes);
    node.replaceChildren(spot, group);
    return node;
  }

  /**
   * Where a piece comes from, for its motion: from where it was, or from above the board.
   * @param {SVGElement} node
   * @param {Place} place
   * @param {At | undefined} from
   */
  path(node, place, from) {
    if (!this.scene) return;
    const [x, y] = centre(place.shown);
    const [left, top] = centre(turned(this.scene, from ?? [place.at[0], -1], this.look.flip ?? false));
    node.style.setProperty("--from-x", `${left - x}px`);
    node.style.setProperty("--fall", `${top - y}px`);
    node.style.setProperty("--far", String(Math.hypot(left - x, top - y) / PITCH));
  }

  /** Keep one place in the tab order, and the focus where it was or as near as can be. @param {boolean} focused */
  keepFocus(focused) {
    if (!this.scene) return;
    const marks = this.scene.marks;
    if (!this.current || !this.places.has(key(this.current))) {
      const [x, y] = this.current ?? [1, 1];
      const far = (/** @type {Mark} */ mark) => Math.hypot(mark.at[0] - x, mark.at[1] - y);
      const best = marks.reduce((one, two) => (far(two) < far(one) ? two : one), marks[0]);
      this.current = best ? best.at : null;
    }
    if (this.current) this.tab(this.current);
    if (focused && this.current && !this.svg.contains(document.activeElement)) this.focus(this.current);
    else this.ring();
  }

  /** Move the keyboard to a place. @param {At} at */
  focus(at) {
    this.tab(at);
    this.places.get(key(at))?.node.focus();
    this.ring();
  }

  /** Let the tab key lead to one place, and to no other. @param {At} at */
  tab(at) {
    this.current = at;
    for (const node of this.svg.querySelectorAll("[tabindex='0']")) node.setAttribute("tabindex", "-1");
    this.places.get(key(at))?.node.setAttribute("tabindex", "0");
  }

  /** Draw the focus over everything: a neighbour would hide half of an outline. */
  ring() {
    const kept = this.current && this.places.get(key(this.current));
    const spot = kept && kept.node.querySelector(".spot");
    if (!this.scene || !this.current || !spot) return;
    const [x, y] = centre(turned(this.scene, this.current, this.look.flip ?? false));
    const [width, height] = ["width", "height"].map((name) => Number(spot.getAttribute(name)) + 4);
    const attrs = { class: "ring", x: x - width / 2, y: y - height / 2, width, height, rx: 6 };
    this.layers.focus.replaceChildren(draw({ tag: "rect", attrs }));
  }

  /** Show what a click would do. @param {Aim | null} aim */
  preview(aim) {
    this.svg.classList.toggle("aiming", aim !== null);
    if (!aim || !this.scene) {
      this.layers.ghost.replaceChildren();
      return;
    }
    const at = offers(this.scene).get(aim.move)?.mark.at ?? aim.at; // a disc lands elsewhere than under the pointer
    const [x, y] = centre(turned(this.scene, at, this.look.flip ?? false));
    const { kind, shapes } = ghost(this.gestures[aim.gesture], at, this.seat, this.scene.grid);
    const attrs = { class: `place kind-${kind} seat-${this.seat}`, transform: `translate(${x} ${y})` };
    this.layers.ghost.replaceChildren(draw({ tag: "g", attrs, children: shapes }));
  }

  /** Show an expected continuation; none hides it. @param {Step[]} steps */
  tell(steps) {
    this.svg.classList.toggle("telling", steps.length > 0);
    const shapes = this.scene ? continuation(this.scene, steps, this.look.flip ?? false, this.gestures) : [];
    this.layers.then.replaceChildren(...shapes.map(draw));
  }

  /** Whether it is too large for a phone, and should be zoomed. */
  get large() {
    return !!this.scene && Math.max(this.scene.width, this.scene.height) > 12;
  }

  /** Draw it a step larger or smaller, around the middle of what is seen. @param {1 | -1} way */
  scale(way) {
    const { left, top, width, height } = this.host.getBoundingClientRect();
    const next = way > 0 ? ZOOMS.find((zoom) => zoom > this.zoom + 0.01) : ZOOMS.findLast((zoom) => zoom < this.zoom - 0.01);
    this.enlarge(next ?? this.zoom, { x: left + width / 2, y: top + height / 2 });
  }

  /** Draw it so large, and keep what is at a place of the window there. @param {number} zoom @param {{x: number, y: number}} around */
  enlarge(zoom, around) {
    const before = this.svg.getBoundingClientRect();
    this.zoom = Math.min(ZOOMS[ZOOMS.length - 1], Math.max(ZOOMS[0], zoom));
    this.svg.style.setProperty("--zoom", String(this.zoom));
    const after = this.svg.getBoundingClientRect();
    const grown = after.width / before.width;
    this.host.scrollBy({
      left: after.left + grown * (around.x - before.left) - around.x,
      top: after.top + grown * (around.y - before.top) - around.y,
      behavior: "instant",
    });
  }
}

/**
 * Put *nodes* into *parent* in this order, touching only what is new: moving a node would drop its focus.
 * @param {Element} parent
 * @param {Element[]} nodes
 */
function order(parent, nodes) {
  nodes.forEach((node, i) => {
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
  });
}
