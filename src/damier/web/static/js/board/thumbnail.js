/** A board as a small picture, for pages that have no use for one that can be played on. */
import { draw } from "../dom.js";
import { centre } from "./lattice.js";
import { picture } from "./scene_to_svg.js";

/** @import { Scene, Shape } from "../types.js" */
/** @import { Place } from "./scene_to_svg.js" */

/** A picture without hands: for cards and lists. @param {Scene} scene */
export function thumbnail(scene) {
  const drawn = picture(scene, { labels: false });
  const svg = draw({
    tag: "svg",
    attrs: { class: `${drawn.className} still`, viewBox: drawn.viewBox.join(" "), "aria-hidden": "true" },
    children: [
      ...drawn.ground,
      ...drawn.rows.flatMap((row) => row.places).map(figure),
      ...drawn.front,
    ],
  });
  return svg;
}

/** @param {Place} place @returns {Shape} */
function figure(place) {
  const [x, y] = centre(place.shown);
  const attrs = { class: place.className, transform: `translate(${x} ${y})` };
  return { tag: "g", attrs, children: place.shapes };
}
