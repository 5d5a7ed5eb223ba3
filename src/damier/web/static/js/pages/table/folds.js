/** What is folded away beside a table until somebody wants it. */
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";

/** @import { Table } from "../../types.js" */

/** @param {string} title @param {Node} inside */
export const fold = (title, inside) => el("details", { class: "fold" }, el("summary", {}, title), inside);

/** The link to look on: its script is fetched by who opens it. @param {() => Table} table */
export function shareFold(table) {
  const inside = el("div", {});
  const node = fold(say("Share"), inside);
  node.addEventListener("toggle", async () => {
    const { watchLink } = await import("./invitation_links.js");
    fill(inside, watchLink(table()));
  }, { once: true });
  return node;
}
