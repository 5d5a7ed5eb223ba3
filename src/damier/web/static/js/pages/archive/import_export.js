/** Games as files: out of the archive, and into it. */
import * as api from "../../api.js";
import { el, fill } from "../../dom.js";
import { say } from "../../language.js";
import { labelled } from "../../shared/labelled_field.js";

/** @import { Imported } from "../../types.js" */

/** How many refusals are shown: a file of another kind has one in every line. */
const SHOWN = 10;

/** @param {(taken: number) => void} brought */
export function importExport(brought) {
  const said = el("div", { class: "brought", role: "status" });
  const words = el("textarea", { rows: 4, spellcheck: "false", id: "records", "aria-describedby": "records-about" });
  const take = async (/** @type {string} */ text) => {
    fill(said, el("p", { class: "quiet" }, say("Reading…")));
    try {
      const answer = await api.bring(text);
      fill(said, report(answer));
      brought(answer.taken);
      return answer.taken > 0;
    } catch (problem) {
      fill(said, el("p", { class: "problem" }, problem instanceof Error ? problem.message : String(problem)));
      return false;
    }
  };
  return el("section", { class: "files", "aria-labelledby": "files" },
    el("h2", { id: "files" }, say("Games as files")),
    el("div", { class: "files-halves" }, out(), bring(words, take, said)));
}

function out() {
  const link = (/** @type {"jsonl" | "text"} */ format, /** @type {string} */ title) =>
    el("a", { class: "button", href: api.exportAddress(format), download: "" }, title);
  return el("div", { class: "files-half" },
    el("h3", {}, say("Take out")),
    el("p", { class: "quiet" }, say("Your games in one file, to keep or to bring in elsewhere; games under way only where nothing is hidden.")),
    el("p", { class: "buttons" }, link("jsonl", say("As JSON lines")), link("text", say("As record text"))));
}

/**
 * @param {HTMLTextAreaElement} words
 * @param {(text: string) => Promise<boolean>} take
 * @param {Element} said
 */
function bring(words, take, said) {
  const file = el("input", { type: "file", class: "unseen", id: "record-file", accept: ".jsonl,.json,.txt,.text,text/*", change: async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await take(await chosen.text());
    file.value = ""; // so that the same file can be chosen again
  } });
  const paste = el("form", { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (words.value.trim() && await take(words.value)) words.value = "";
  } },
  labelled(say("Or paste records"), words),
  el("button", { type: "submit" }, say("Bring in")));
  return el("div", { class: "files-half" },
    el("h3", {}, say("Bring in")),
    el("p", { class: "quiet", id: "records-about" }, say("Records of damier: JSON lines or record text.")),
    el("p", {}, file, el("label", { class: "button", for: "record-file" }, say("Choose a file…"))),
    paste, said);
}

/** @param {Imported} answer */
function report(answer) {
  const rest = answer.refused.length - SHOWN;
  return [
    el("p", { class: answer.taken ? "taken" : "problem" }, say("{n} games taken.", { n: answer.taken })),
    answer.refused.length > 0 && el("p", {}, say("{n} refused:", { n: answer.refused.length })),
    answer.refused.length > 0 && el("ul", {}, answer.refused.slice(0, SHOWN).map(({ line, problem }) =>
      el("li", {}, say("Line {line}: {problem}", { line, problem })))),
    rest > 0 && el("p", { class: "quiet" }, say("and {n} more", { n: rest })),
  ];
}
