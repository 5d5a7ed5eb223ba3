/** Links to give away. */
import { announce, el, toast } from "../dom.js";
import { say } from "../language.js";

/** The whole address of a page of ours. @param {string} hash */
export function whole(hash) {
  return new URL(hash, document.baseURI).href;
}

/**
 * A button that copies a link; where a browser forbids that, it shows the link to be copied by hand.
 * @param {string} title
 * @param {() => string} hash
 * @param {{class?: string, "aria-label"?: string}} [props]
 */
export function copyButton(title, hash, props = {}) {
  return el("button", { type: "button", ...props, click: () => copy(whole(hash())) }, title);
}

/** @param {string} address */
async function copy(address) {
  try {
    await navigator.clipboard.writeText(address);
    toast(say("The link is copied."));
  } catch {
    show(address);
  }
}

/** @param {string} address */
function show(address) {
  const input = el("input", { type: "text", readonly: true, value: address, "aria-label": say("Link") });
  const box = el("dialog", { class: "dialog", "aria-labelledby": "copy-title", close: () => box.remove() },
    el("h2", { id: "copy-title" }, say("Copy this link")),
    input,
    el("form", { method: "dialog", class: "buttons" }, el("button", { class: "primary" }, say("Close"))));
  document.body.append(box);
  box.showModal();
  input.focus();
  input.select();
  announce(say("Copy this link"));
}
