/** Times, shares and company in words. Pure but for the language. */
import { language, say } from "../language.js";

/** @import { Game, Player } from "../types.js" */

/**
 * The first letter large: what the server says may stand inside a sentence. A place keeps its name: "d3", "aa3".
 * @param {string} words
 */
export function capital(words) {
  if (/^[a-z]{1,2}\d/.test(words)) return words;
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}

/**
 * A sentence that may begin with somebody's name: names stay as they are, "mybot.py" is not "Mybot.py".
 * @param {string} words
 * @param {string[]} names
 */
export function sentence(words, names) {
  return names.some((name) => words.startsWith(name)) ? words : capital(words);
}

/** The language of the page as this person writes it: English of Britain or of America. */
function locale() {
  const own = typeof navigator === "undefined" ? [] : navigator.languages;
  return own.find((code) => code.startsWith(language())) ?? language();
}

/** What stands before a per cent sign. The server writes the same; browsers differ. @type {Record<string, string>} */
const BEFORE_PERCENT = { fr: "\u202f", es: "\u00a0" };

/** A share from 0 to 1 as people read it: "37 %". @param {number} share @param {string} [code] */
export function percent(share, code = language()) {
  const figures = new Intl.NumberFormat(code, { maximumFractionDigits: 0 }).format(100 * share);
  return `${figures}${BEFORE_PERCENT[code] ?? ""}%`;
}

/**
 * A chance of winning as the players of a game count: in Minesweeper the risk of a mine, from 0 to 1.
 * @param {Pick<Game, "risk">} game
 * @param {number} chance
 */
export function counted(game, chance) {
  return game.risk ? 1 - chance : chance;
}

/**
 * The same in words. A risk is not rounded to what would be certain.
 * @param {Pick<Game, "risk">} game
 * @param {number} chance
 * @param {string} [code]
 */
export function odds(game, chance, code = language()) {
  const share = counted(game, chance);
  if (game.risk && share > 0 && share < 0.005) return `<${percent(0.01, code)}`;
  if (game.risk && share < 1 && share >= 0.995) return `>${percent(0.99, code)}`;
  return percent(share, code);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/**
 * How long ago, or on which day once that is a week.
 * @param {number} seconds  since 1970
 * @param {number} now  likewise
 * @param {string} [code]
 */
export function when(seconds, now, code = locale()) {
  const ago = Math.max(0, now - seconds);
  if (ago > 7 * 86_400) return new Intl.DateTimeFormat(code, { dateStyle: "medium" }).format(seconds * 1000);
  const words = new Intl.RelativeTimeFormat(code, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, size]) => ago >= size) ?? ["second", Infinity];
  return words.format(-Math.floor(ago / size), unit); // less than a minute is "now"
}

/** Day and minute. @param {number} seconds @param {string} [code] */
export function exactly(seconds, code = locale()) {
  return new Intl.DateTimeFormat(code, { dateStyle: "long", timeStyle: "short" }).format(seconds * 1000);
}

/**
 * Who plays with whom: a person at this screen needs no name.
 * @param {{players: Player[], shared: boolean, you?: number[]}} table
 */
export function company(table) {
  const levels = table.players.filter((player) => player.kind === "level");
  if (levels.length === table.players.length) return levels.map((player) => player.title).join(" – ");
  if (levels.length > 0) return say("against {level}", { level: levels.map((player) => player.title).join(", ") });
  if (table.players.length === 1) return say("on your own");
  if (table.players.some((player) => player.nickname)) return named(table);
  return table.shared ? say("two people, by link") : say("two people");
}

/** People of whom some gave a nickname. @param {{players: Player[], you?: number[]}} table */
function named({ players, you = [] }) {
  const others = players.filter((player) => !you.includes(player.seat));
  const shown = you.length === 1 ? others : players;
  const names = shown.map((player) => player.nickname ?? say("Person"));
  return you.length === 1 ? say("against {level}", { level: names.join(", ") }) : names.join(" – ");
}
