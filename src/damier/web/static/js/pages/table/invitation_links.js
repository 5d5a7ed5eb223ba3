/** Links to a table, to copy and to hand on. */
import * as api from "../../api.js";
import { el } from "../../dom.js";
import { say } from "../../language.js";
import { address } from "../../router.js";
import { copyButton, whole } from "../../shared/copy_link.js";

/** @import { Table } from "../../types.js" */

/**
 * A link to copy, to select by hand, or to hand on to another app.
 * @param {string} title
 * @param {string} link
 * @param {string} words  what is shared with it
 * @param {boolean} main  whether it is what the page is about now
 */
export function linkField(title, link, words, main) {
  const input = el("input", {
    type: "text", readonly: true, value: link, "aria-label": title, focus: () => input.select(),
  });
  // Who thinks better of it has done nothing wrong.
  const share = () => navigator.share({ title: words, text: words, url: link }).catch(() => {});
  const copies = { class: main ? "primary" : "", "aria-label": say("Copy: {link}", { link: title }) };
  return el("div", { class: "link-field" },
    el("span", { class: "link-title", "aria-hidden": "true" }, title),
    el("div", { class: "link-row" },
      input,
      copyButton(say("Copy"), () => link, copies),
      "share" in navigator && el("button", { type: "button", click: share }, say("Share"))));
}

/** The read-only link of a game. @param {Table} table */
export function watchLink(table) {
  const link = whole(address({ page: "table", id: table.id }));
  const field = (/** @type {string} */ href) => linkField(say("Link to look on"), href, table.title, false);
  const first = field(link);
  // Until the server has said how others reach it, and where it says nothing, it is the page's own.
  api.reachable(link).then((found) => found.link !== link && first.replaceWith(field(found.link)), () => {});
  return el("div", { class: "watch-link" },
    el("p", { class: "quiet small" }, say("Whoever has this link can look on, but not play.")), first);
}
