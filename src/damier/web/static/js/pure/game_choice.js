/** What a person chose before a game, and what the server must be told. Pure. */

/** @import { Game, Level, Setup } from "../types.js" */

/** @typedef {"level" | "people" | "link" | "watch"} Mode */

/**
 * @typedef {object} Choice
 * @property {Mode} mode  Against a level, two at one screen, two by a shared link, or levels among themselves.
 * @property {string} level  The opponent, or who is watched at the first seat.
 * @property {string} second  Who is watched at the second seat.
 * @property {"you" | "opponent" | "chance"} begins
 * @property {string | null} setup  A preset, or null where the options were chosen one by one.
 * @property {Record<string, string | number>} options
 * @property {Record<string, string | number>} apart  What goes with every board: without guessing.
 * @property {string} clock  One of CLOCKS, "none" or "own".
 * @property {number} minutes  Of a clock of one's own: for the whole game.
 * @property {number} seconds  Of a clock of one's own: added after each move.
 * @property {number} pace  Seconds between the moves of levels that are watched.
 */

/** The clocks that are offered: minutes for the whole game, and seconds that each move adds. */
export const CLOCKS = ["1+0", "3+2", "5+0", "10+5", "30+0"];

/** The slowest pace that the slider offers, in seconds. */
export const SLOWEST = 3;

/**
 * The levels that play on a board.
 * @param {Game} game
 * @param {string | null} setup
 * @param {string[] | null} [known]  what the server says of a board of a size of its own
 */
export function fitting(game, setup, known = null) {
  if (setup === null) return known ? game.levels.filter((level) => known.includes(level.key)) : game.levels;
  return game.levels.filter((level) => !level.fits || level.fits.includes(setup));
}

/** So many levels are offered before those under "More opponents". */
const FIRST = 6;

/**
 * The levels that are offered at once, and those that whoever looks for more will find.
 * @param {Level[]} levels
 * @returns {[Level[], Level[]]}
 */
export function firstAndMore(levels) {
  if (levels.length <= FIRST) return [levels, []];
  const later = (/** @type {Level} */ level) => level.extra && level !== levels.at(-1); // the strongest is looked for
  return [levels.filter((level) => !later(level)), levels.filter(later)];
}

/**
 * The middle level: a stranger should neither be bored nor crushed.
 * @param {Game} game
 * @param {string | null} setup
 * @param {string[] | null} [known]
 */
export function middle(game, setup, known = null) {
  const all = fitting(game, setup, known);
  const [levels] = firstAndMore(all);
  return levels[Math.floor((levels.length - 1) / 2)]?.key ?? "";
}

/**
 * Who can play a game: one seat is for one person, and where no level fits there is nobody to watch.
 * @param {Game} game
 * @param {string | null} setup
 * @param {string[] | null} [known]
 * @returns {Mode[]}
 */
export function modes(game, setup, known = null) {
  const levels = fitting(game, setup, known).length > 0;
  /** @type {[Mode, boolean][]} */
  const all = [
    ["level", levels && game.seats > 1], ["people", true], ["link", game.seats > 1], ["watch", levels],
  ];
  return all.filter(([, fits]) => fits).map(([mode]) => mode);
}

/** @param {Game} game @returns {Choice} */
export function usual(game) {
  const setup = game.presets[0]?.key ?? null;
  const level = middle(game, setup);
  return {
    mode: modes(game, setup)[0], level, second: level, begins: "you", setup, options: {}, apart: {},
    clock: "none", minutes: 10, seconds: 5, pace: 0.6,
  };
}

/**
 * A remembered choice, as far as the game still knows it.
 * @param {Game} game
 * @param {Partial<Choice> | null} kept
 * @param {string[] | null} [known]
 * @returns {Choice}
 */
export function settle(game, kept, known = null) {
  const plain = usual(game);
  if (!kept) return plain;
  const preset = game.presets.some((one) => one.key === kept.setup);
  const setup = preset ? String(kept.setup) : kept.setup === null ? null : plain.setup;
  const level = (/** @type {string | undefined} */ key) =>
    fitting(game, setup, known).some((one) => one.key === key) ? String(key) : middle(game, setup, known);
  const possible = modes(game, setup, known);
  return {
    ...plain,
    mode: possible.find((mode) => mode === kept.mode) ?? possible[0],
    level: level(kept.level),
    second: level(kept.second),
    begins: kept.begins ?? plain.begins,
    setup,
    options: kept.options ?? {},
    apart: kept.apart ?? {},
    clock: kept.clock && ["own", ...CLOCKS].includes(kept.clock) ? kept.clock : plain.clock,
    minutes: within(kept.minutes, 1, 24 * 60, plain.minutes),
    seconds: within(kept.seconds, 0, 600, plain.seconds),
    pace: within(kept.pace, 0, SLOWEST, plain.pace),
  };
}

/**
 * A number from a form or from memory.
 * @param {unknown} value
 * @param {number} low
 * @param {number} high
 * @param {number} otherwise
 */
export function within(value, low, high, otherwise) {
  const number = typeof value === "number" ? value : NaN;
  return Number.isFinite(number) ? Math.min(high, Math.max(low, number)) : otherwise;
}

/**
 * The board that was chosen: its name or its options, and what goes with every board.
 * @param {Choice} choice
 * @returns {Pick<Setup, "setup" | "options">}
 */
export function board({ setup, options, apart }) {
  if (setup === null) return { options: { ...options, ...apart } };
  return Object.keys(apart).length ? { setup, options: apart } : { setup };
}

/**
 * Which seat is this person's; seat 0 begins.
 * @param {Game} game
 * @param {Choice} choice
 * @param {number} chance  from 0 to 1, for "by chance"
 */
function ownSeat(game, choice, chance) {
  const first = choice.begins === "you" || (choice.begins === "chance" && chance < 0.5);
  return first ? 0 : 1 % game.seats;
}

/**
 * Who sits where.
 * @param {Game} game
 * @param {Choice} choice
 * @param {number} chance
 * @returns {string[]}
 */
export function players(game, choice, chance) {
  const seats = [...Array(game.seats).keys()];
  if (choice.mode === "people" || choice.mode === "link") return seats.map(() => "person");
  if (choice.mode === "watch") return seats.map((seat) => (seat % 2 ? choice.second : choice.level));
  const own = ownSeat(game, choice, chance);
  return seats.map((seat) => (seat === own ? "person" : choice.level));
}

/**
 * The clock that was chosen, in seconds.
 * @param {Game} game
 * @param {Choice} choice
 * @returns {{main: number, increment: number} | null}
 */
export function timing(game, choice) {
  // Levels that play alone have a pace instead.
  if (!game.clocks || choice.mode === "watch" || choice.clock === "none") return null;
  const own = choice.clock === "own";
  const [minutes, seconds] = own ? [choice.minutes, choice.seconds] : choice.clock.split("+").map(Number);
  return { main: Math.round(60 * minutes), increment: Math.round(seconds) };
}

/**
 * @param {Game} game
 * @param {Choice} choice
 * @param {number} chance
 * @returns {Setup}
 */
export function request(game, choice, chance) {
  const clock = timing(game, choice);
  return {
    game: game.key,
    ...board(choice),
    players: players(game, choice, chance),
    ...(choice.mode === "link" ? { yours: [ownSeat(game, choice, chance)] } : {}),
    ...(clock ? { clock } : {}),
    ...(choice.mode === "watch" ? { pace: choice.pace } : {}),
  };
}
