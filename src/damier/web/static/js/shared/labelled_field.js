/** A field with its name above it. */
import { el } from "../dom.js";

let count = 0;

/**
 * The name stands beside the field and not around it: else the choices of a list would be part of it.
 * @param {string} title
 * @param {HTMLElement} field
 */
export function labelled(title, field) {
  field.id ||= `field-${++count}`;
  return el("div", { class: "field" }, el("label", { for: field.id }, title), field);
}
