/** A board to look at only: on cards and in rules. Between two scenes it touches what has changed. */
import { draw } from "../dom.js";
import { PITCH, byPlace, centre, key } from "./lattice.js";
import { slides } from "./motion.js";
import { picture } from "./scene_to_svg.js";

/** @import { Scene } from "../types.js" */
/** @import { Look, Place } from "./scene_to_svg.js" */

/** @param {string} name */
const layer = (name) => draw({ tag: "g", attrs: { class: name } });

export class StaticBoard {
  /** @param {Scene} scene @param {Look} [look] */
  constructor(scene, look = {}) {
    this.svg = draw({ tag: "svg", attrs: { "aria-hidden": "true" } });
    this.layers = { ground: layer("ground"), marks: layer("marks"), front: layer("front"), over: layer("over") };
    this.svg.append(...Object.values(this.layers));
    /** @type {Map<string, {node: SVGElement, drawn: string}>} */
    this.places = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    this.show(scene, look);
  }

  /** @param {Scene} scene @param {Look} [look] */
  show(scene, look = {}) {
    const drawn = picture(scene, { labels: false, ...look });
    const places = drawn.rows.flatMap((row) => row.places);
    const before = this.scene;
    this.scene = scene;
    if (before === scene) return;
    this.slid = before ? slides(before, scene) : new Map();
    this.svg.setAttribute("class", `${drawn.className} still`);
    this.svg.setAttribute("viewBox", drawn.viewBox.join(" "));
    this.layers.ground.replaceChildren(...drawn.ground.map(draw));
    arrange(this.layers.marks, places.map((place) => this.place(place, scene, before)));
    this.layers.front.replaceChildren(...drawn.front.map(draw));
    this.layers.over.replaceChildren(...drawn.over.map(draw));
  }

  /** @param {Place} place @param {Scene} scene @param {Scene | null} before */
  place(place, scene, before) {
    const name = key(place.at);
    const drawn = JSON.stringify(place.shapes) + place.className;
    const kept = this.places.get(name);
    if (kept?.drawn === drawn) return kept.node;
    const [x, y] = centre(place.shown);
    const [was, now] = [before && byPlace(before).get(name), byPlace(scene).get(name)];
    const fresh = before !== null && (was?.kind !== now?.kind || was?.seat !== now?.seat);
    const from = this.slid?.get(name);
    const node = draw({
      tag: "g",
      attrs: { class: `${place.className}${fresh ? " fresh" : ""}${from ? " slid" : ""}`, transform: `translate(${x} ${y})` },
      children: [{ tag: "g", attrs: { class: "figure" }, children: place.shapes }],
    });
    const [left, top] = centre(from ?? [place.at[0], -1]);
    node.style.setProperty("--from-x", `${left - x}px`);
    node.style.setProperty("--fall", `${top - y}px`);
    node.style.setProperty("--far", String(Math.hypot(left - x, top - y) / PITCH));
    this.places.set(name, { node, drawn });
    return node;
  }
}

/**
 * Put *nodes* into *parent* in this order; what stays is not touched, or its motion would begin again.
 * @param {Element} parent
 * @param {Element[]} nodes
 */
function arrange(parent, nodes) {
  const living = new Set(nodes);
  for (const node of [...parent.children]) if (!living.has(node)) node.remove();
  nodes.forEach((node, i) => {
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
  });
}

/** Such a board as an element. @param {Scene} scene @param {Look} [look] */
export const staticBoard = (scene, look) => new StaticBoard(scene, look).svg;
