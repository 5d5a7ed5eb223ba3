/** One game in the archive. */
import * as api from "../../api.js";
import { thumbnail } from "../../board/thumbnail.js";
import { draw, el, toast } from "../../dom.js";
import { say } from "../../language.js";
import { capital, company, exactly, when } from "../../pure/formatting.js";
import { address } from "../../router.js";
import { copyButton } from "../../shared/copy_link.js";

/** @import { Shape, TableLine } from "../../types.js" */

/** A bin: four words do not fit beside each other on a phone. @type {Shape} */
const BIN = {
  tag: "svg",
  attrs: { class: "bin", viewBox: "0 0 24 24", "aria-hidden": "true" },
  children: [{ tag: "path", attrs: { d: "M4 7H20M9 7V4H15V7M6 7L7 20H17L18 7M10 11V16M14 11V16" } }],
};

/**
 * @param {TableLine} table
 * @param {(node: Element) => void} gone  told after it was deleted
 */
export function archiveEntry(table, gone) {
  const href = address({ page: "table", id: table.id });
  const named = { game: `${table.title} ${company(table)}` };
  const node = el("li", { class: "entry", "data-id": table.id },
    el("a", { class: "thumb", href, tabindex: -1, "aria-hidden": "true" }, table.scene && thumbnail(table.scene)),
    el("div", { class: "entry-words" },
      el("h2", {}, el("a", { href }, table.title)),
      el("p", { class: "quiet" }, company(table)),
      el("p", { class: `result-${table.result}` }, outcome(table)),
      el("p", { class: "quiet small" }, say("{n} moves", { n: table.moves }), " · ",
        el("time", { datetime: new Date(table.updated * 1000).toISOString(), title: exactly(table.updated) },
          when(table.updated, Date.now() / 1000)))),
    el("div", { class: "entry-actions" },
      table.ended
        ? el("a", { class: "button", href, "aria-label": say("Replay {game}", named) }, say("Replay"))
        : el("a", { class: "button", href, "aria-label": say("Continue {game}", named) }, say("Continue")),
      table.ended && table.moves > 0 && el("a", {
        class: "button", href: address({ page: "review", id: table.id }), "aria-label": say("Review {game}", named),
      }, say("Review")),
      copyButton(say("Copy link"), () => href, { "aria-label": say("Copy link to {game}", named) }),
      el("button", {
        type: "button", class: "danger", "aria-label": say("Delete {game}", named), title: say("Delete"),
        click: () => ask(table, () => gone(node)),
      }, draw(BIN))));
  return node;
}

/** How it ended, with a sign that needs no colour. @param {TableLine} table */
function outcome(table) {
  /** @type {Record<string, string>} */
  const badges = { open: say("under way"), won: say("won"), lost: say("lost"), drawn: say("drawn") };
  const badge = badges[table.result];
  return [badge && el("span", { class: "result-badge" }, badge), badge && table.words && " ",
    table.words && el("span", {}, capital(table.words))];
}

/**
 * Asks once more: what is deleted does not come back.
 * @param {TableLine} table
 * @param {() => void} gone
 */
function ask(table, gone) {
  const box = el("dialog", { class: "dialog", "aria-labelledby": "delete-title", close: () => {
    box.remove();
    if (box.returnValue === "delete") remove(table, gone);
  } },
  el("form", { method: "dialog" },
    el("h2", { id: "delete-title" }, say("Delete this game?")),
    el("p", {}, `${table.title} ${company(table)}, ${say("{n} moves", { n: table.moves })}. `,
      say("It does not come back.")),
    el("div", { class: "buttons" },
      el("button", { value: "keep", autofocus: true }, say("Keep")),
      el("button", { value: "delete", class: "danger" }, say("Delete")))));
  document.body.append(box);
  box.showModal();
}

/** @param {TableLine} table @param {() => void} gone */
async function remove(table, gone) {
  try {
    await api.forget(table.id);
    gone();
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : String(problem));
  }
}

/** Where the keyboard goes when *node* vanishes: the game after it, or else the one before. @param {Element} node */
export function remaining(node) {
  const neighbour = node.nextElementSibling ?? node.previousElementSibling;
  return /** @type {HTMLElement | null} */ (neighbour?.querySelector("h2 a") ?? null);
}
