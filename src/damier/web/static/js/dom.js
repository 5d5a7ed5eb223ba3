/** Elements in few words. */

/** @import { Shape } from "./types.js" */
import { capital } from "./pure/formatting.js";
import { busyUntil } from "./shared/busy.js";

/** @typedef {Node | string | null | false | undefined} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: strings become attributes, functions listeners, true a bare attribute. A button whose click
 * asks the server (its listener returns a promise) is busy until the answer is there.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, name === "click" ? heard(value) : value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...solid(children));
  return node;
}

/** @param {(event: any) => unknown} press @returns {(event: Event) => void} */
const heard = (press) => (event) => {
  const button = event.currentTarget;
  const answer = press(event);
  if (answer instanceof Promise && button instanceof HTMLButtonElement) busyUntil(button, answer);
};

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function solid(children) {
  return /** @type {(Node | string)[]} */ (
    children.flat().filter((child) => child !== null && child !== undefined && child !== false)
  );
}

/** @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...solid(children));
}

/**
 * An SVG element from its description.
 * @param {Shape} shape
 * @returns {SVGElement}
 */
export function draw(shape) {
  const node = document.createElementNS(SVG, shape.tag);
  for (const [name, value] of Object.entries(shape.attrs ?? {})) node.setAttribute(name, String(value));
  if (shape.text !== undefined) node.textContent = shape.text;
  for (const child of shape.children ?? []) node.append(draw(child));
  return /** @type {SVGElement} */ (node);
}

/** The element of that id, which the page has. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

/** Say something to a screen reader. @param {string} words */
export function announce(words) {
  const live = byId("live");
  live.textContent = live.textContent === words ? `${words}\u00a0` : words; // what does not change is not said again
}

/** @type {{node: HTMLElement, timer: number} | null} */
let noted = null;

/** Show a sentence for a moment and say it politely; a newer one takes its place. @param {string} words */
export function note(words) {
  forgetNote();
  const node = el("p", { class: "toast note", "aria-hidden": "true" }, capital(words));
  document.body.append(node);
  noted = { node, timer: window.setTimeout(() => node.remove(), 4000) };
  announce(words);
}

/** What was noted is no longer so. */
export function forgetNote() {
  clearTimeout(noted?.timer);
  noted?.node.remove();
}

/** Show a sentence for a while; an alert, so that a screen reader says it at once. @param {string} words */
export function toast(words) {
  const node = el("p", { class: "toast" }, capital(words));
  byId("toasts").append(node);
  setTimeout(() => node.remove(), 6000);
}
