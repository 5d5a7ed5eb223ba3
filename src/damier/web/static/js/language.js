/** The words of the page in three languages; what the server says is already in the language asked for. */

import { fetchEarly } from "./early.js";

/** @typedef {string | {one: string, other: string}} Entry */
/** @typedef {Record<string, Entry>} Catalogue */

/** @type {Record<string, string>} */
export const LANGUAGES = { en: "English", fr: "Français", es: "Español" };

/** @type {{language: string, catalogue: Catalogue}} */
const now = { language: "en", catalogue: {} };

/**
 * The first language that we speak of those that a person prefers.
 * @param {(string | null)[]} wishes
 */
export function pick(wishes) {
  const codes = wishes.filter((wish) => wish !== null).map((wish) => wish.slice(0, 2).toLowerCase());
  return codes.find((code) => code in LANGUAGES) ?? "en";
}

/**
 * Whether *n* takes the singular; French says it of 0 and 1.5 too.
 * @param {number} n
 * @param {string} language
 */
function isOne(n, language) {
  return language === "fr" ? Math.abs(n) < 2 : Math.abs(n) === 1;
}

/**
 * A sentence of a catalogue with its holes filled; English is its own key.
 * @param {Catalogue} catalogue
 * @param {string} language
 * @param {string} sentence
 * @param {Record<string, string | number>} [holes]
 */
export function translate(catalogue, language, sentence, holes = {}) {
  const entry = catalogue[sentence] ?? sentence;
  const form = typeof entry === "string" ? entry : entry[isOne(Number(holes.n), language) ? "one" : "other"];
  return form.replace(/\{(\w+)\}/g, (whole, name) => (name in holes ? String(holes[name]) : whole));
}

/** @param {string} sentence @param {Record<string, string | number>} [holes] */
export function say(sentence, holes) {
  return translate(now.catalogue, now.language, sentence, holes);
}

export function language() {
  return now.language;
}

/** Speak another language from now on. @param {string} code */
export async function speak(code) {
  const answer = await fetchEarly(new URL(`../locale/${code}.json`, import.meta.url));
  now.catalogue = answer.ok ? await answer.json() : {};
  now.language = code;
  document.documentElement.lang = code;
}
