/** What a person chose before a game, and what the server must be told. Pure. */

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Setup} Setup */

/**
 * @typedef {object} Choice
 * @property {"level" | "people" | "watch"} mode
 * @property {string} level  The opponent, or who is watched at the first seat.
 * @property {string} second  Who is watched at the second seat.
 * @property {"you" | "opponent" | "chance"} begins
 * @property {string | null} setup  A preset, or null where the options were chosen one by one.
 * @property {Record<string, string | number>} options
 */

/**
 * The levels that play on a board; on one of a size of its own the server must judge.
 * @param {Game} game
 * @param {string | null} setup
 */
export function fitting(game, setup) {
  return game.levels.filter((level) => setup === null || !level.fits || level.fits.includes(setup));
}

/**
 * The middle level: a stranger should neither be bored nor crushed.
 * @param {Game} game
 * @param {string | null} setup
 */
export function middle(game, setup) {
  const levels = fitting(game, setup);
  return levels[Math.floor((levels.length - 1) / 2)]?.key ?? "";
}

/** @param {Game} game @returns {Choice} */
export function usual(game) {
  const setup = game.presets[0]?.key ?? null;
  const level = middle(game, setup);
  // One seat is for a person: Minesweeper has no opponent.
  const mode = game.seats === 1 || !level ? "people" : "level";
  return { mode, level, second: level, begins: "you", setup, options: {} };
}

/**
 * A remembered choice, as far as the game still knows it.
 * @param {Game} game
 * @param {Partial<Choice> | null} kept
 * @returns {Choice}
 */
export function settle(game, kept) {
  const plain = usual(game);
  if (!kept) return plain;
  const preset = game.presets.some((one) => one.key === kept.setup);
  const setup = preset ? String(kept.setup) : kept.setup === null ? null : plain.setup;
  const level = (/** @type {string | undefined} */ key) =>
    fitting(game, setup).some((one) => one.key === key) ? String(key) : middle(game, setup);
  return {
    // A level sits at the second seat, which a game for one does not have.
    mode: kept.mode && (kept.mode !== "level" || game.seats > 1) ? kept.mode : plain.mode,
    level: level(kept.level),
    second: level(kept.second),
    begins: kept.begins ?? plain.begins,
    setup,
    options: kept.options ?? {},
  };
}

/**
 * Who sits where; seat 0 begins.
 * @param {Game} game
 * @param {Choice} choice
 * @param {number} chance  from 0 to 1, for "by chance"
 * @returns {string[]}
 */
export function players(game, choice, chance) {
  const seats = [...Array(game.seats).keys()];
  if (choice.mode === "people") return seats.map(() => "person");
  if (choice.mode === "watch") return seats.map((seat) => (seat % 2 ? choice.second : choice.level));
  const yours = choice.begins === "you" || (choice.begins === "chance" && chance < 0.5) ? 0 : 1;
  return seats.map((seat) => (seat === yours % game.seats ? "person" : choice.level));
}

/**
 * @param {Game} game
 * @param {Choice} choice
 * @param {number} chance
 * @returns {Setup}
 */
export function request(game, choice, chance) {
  const who = { game: game.key, players: players(game, choice, chance) };
  return choice.setup === null ? { ...who, options: choice.options } : { ...who, setup: choice.setup };
}
