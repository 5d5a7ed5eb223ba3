/** The server, as functions. */
import { fetchEarly } from "./early.js";
import { language, say } from "./language.js";

/**
 * @import {
 *   Analysis, Answer, Draft, Edit, Editor, Game, Grade, Imported, Mark, NewPosition, Phrase, PlayedGame, Ply, Position, Pushed,
 *   Puzzle, PuzzleHint, ReachableLink, Review, RulePicture, Scene, Setup, Table, Tournament, Tried
 * } from "./types.js"
 */

/** What the server refused, in its own sentence. */
export class Refused extends Error {
  /** @param {number} status @param {string} words @param {number} [after]  seconds until it makes sense to ask again */
  constructor(status, words, after = 0) {
    super(words);
    this.status = status;
    this.after = after;
  }
}

/** @param {string} path */
function url(path) {
  const whole = new URL(`api/v1/${path}`, document.baseURI);
  whole.searchParams.set("lang", language());
  return whole;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{type?: string, patience?: number}} [how]  *type* of a body that is no JSON; how many milliseconds to wait
 * @returns {Promise<any>}
 */
async function ask(method, path, body, { type, patience } = {}) {
  const headers = { "content-type": type ?? "application/json" };
  const sent = { headers, body: type ? String(body) : JSON.stringify(body) };
  let answer;
  try {
    const signal = patience ? AbortSignal.timeout(patience) : null;
    const asked = { method, signal, ...(body === undefined ? {} : sent) };
    answer = await (method === "GET" ? fetchEarly(url(path)) : fetch(url(path), asked));
  } catch {
    throw new Refused(0, say("The server cannot be reached."));
  }
  const said = await answer.text().then(read).catch(() => ({}));
  if (!answer.ok) throw refused(answer, said.detail);
  return said;
}

/** What the server says; a picture that is only looked at comes without what is empty. @param {string} words */
function read(words) {
  return JSON.parse(words, (name, value) => (name === "marks" ? value.map(complete) : value));
}

/** @param {Partial<Mark>} mark */
const complete = (mark) => ({ glyph: "", name: "", seat: null, moves: {}, tags: [], ...mark });

/** @param {Response} answer @param {unknown} detail */
function refused(answer, detail) {
  return new Refused(answer.status, sentence(detail, answer.status), Number(answer.headers.get("retry-after") ?? 0));
}

/** FastAPI's own complaints are lists; ours are sentences. @param {unknown} detail @param {number} status */
function sentence(detail, status) {
  return typeof detail === "string" ? detail : say("The server refused this ({n}).", { n: status });
}

/** @type {{language: string, games: Promise<Game[]>} | null} */
let kept = null;

/** Every game; asked for once a language. @returns {Promise<Game[]>} */
export function games() {
  if (kept?.language !== language()) {
    const answer = ask("GET", "games").then((said) => said.games);
    kept = { language: language(), games: answer };
    answer.catch(() => (kept = null));
  }
  return kept.games;
}

/** The rules in pictures. @param {string} game @returns {Promise<RulePicture[]>} */
export const pictures = async (game) => (await ask("GET", `games/${encodeURIComponent(game)}/pictures`)).pictures;

/**
 * A short game for the start page, scene by scene.
 * @param {string} game
 * @returns {Promise<Scene[]>}
 */
export async function demo(game) {
  const { scene, steps } = await ask("GET", `games/${encodeURIComponent(game)}/demo`);
  const scenes = scene ? [scene] : [];
  for (const { marks, gone } of scene ? steps : []) {
    const now = new Map(scenes[scenes.length - 1].marks.map((/** @type {Mark} */ mark) => [String(mark.at), mark]));
    for (const at of gone) now.delete(String(at));
    for (const mark of marks) now.set(String(mark.at), mark);
    scenes.push({ ...scene, marks: [...now.values()] });
  }
  return scenes;
}

/**
 * Games of this browser, newest first: which ones, and after which one.
 * @param {{game?: string, state?: string, player?: string, words?: string, after?: string, most?: number}} [wish]
 * @returns {Promise<{tables: TableLine[], more: string | null}>}
 */
export const tables = (wish = {}) => ask("GET", `tables${query(wish)}`);

/** @param {Setup} setup @returns {Promise<Table>} */
export const begin = (setup) => ask("POST", "tables", setup).then(bringAlong);

/** @param {string} id */
const at = (id) => `tables/${encodeURIComponent(id)}`;

/** A table that has just come with an answer: its page need not ask for it. @type {Table | null} */
let brought = null;

/** @param {Table} table */
function bringAlong(table) {
  brought = table;
  return table;
}

/** @param {string} id @returns {Promise<Table>} */
export function table(id) {
  const known = brought;
  brought = null;
  return known?.id === id ? Promise.resolve(known) : ask("GET", at(id));
}

/** Out of this browser's archive. @param {string} id @returns {Promise<void>} */
export const forget = (id) => ask("DELETE", at(id));

/** The game after so many moves. @param {string} id @param {number} ply @returns {Promise<Ply>} */
export const look = (id, ply) => ask("GET", `${at(id)}/plies/${ply}`);

/**
 * Take the seat that an invitation is for.
 * @param {string} id
 * @param {string} invitation
 * @param {string} nickname  empty if none
 * @returns {Promise<Table>}
 */
export const join = (id, invitation, nickname) =>
  ask("POST", `${at(id)}/join`, { invitation, nickname }).then(bringAlong);

/** A link to a page of ours as others reach it. @param {string} link @returns {Promise<ReachableLink>} */
export const reachable = (link) => ask("POST", "links", { link });

/** Say one of the set phrases to the others at a table. @param {string} id @param {string} phrase @returns {Promise<void>} */
export const sayPhrase = (id, phrase) => ask("POST", `${at(id)}/phrases`, { phrase });

/** End a game that the other player has left. @param {Table} on @param {boolean} draw @returns {Promise<Table>} */
export const claim = (on, draw) => ask("POST", `${at(on.id)}/claim`, { draw, version: on.version });

/** How long an answer to acts is waited for before they are sent again, in milliseconds. */
const PATIENCE = 20_000;

/** Why a move cannot be made; null where it is none, or can be. @param {Table} on @param {string} move @returns {Promise<string | null>} */
export const forbidden = async (on, move) => (await ask("GET", `${at(on.id)}/forbidden${query({ move })}`)).reason;

/**
 * Do what was done here, in order; what is sent again is not done twice.
 * @param {Table} on
 * @param {string} page  the name under which this page counts its acts
 * @param {{number: number, what: string, move?: string}[]} acts
 * @returns {Promise<{table: Table, refused: string | null}>}
 */
export const perform = (on, page, acts) =>
  ask("POST", `${at(on.id)}/acts`, { page, version: on.version, acts }, { patience: PATIENCE });

/** A new table for the same players. @param {Table} on @returns {Promise<Table>} */
export const rematch = (on) => ask("POST", `${at(on.id)}/rematch`, {}).then(bringAlong);

/** How fast engines that play alone move. @param {Table} on @param {number} pace @param {boolean} paused @returns {Promise<Table>} */
export const pace = (on, pace, paused) => ask("POST", `${at(on.id)}/pace`, { pace, paused });

/** @param {Table} on @returns {Promise<Analysis>} */
export const hint = (on) => ask("POST", `${at(on.id)}/hint`, {});

/** The game's question about a place. @param {Table} on @param {string} place @returns {Promise<Answer>} */
export const askAbout = (on, place) => ask("POST", `${at(on.id)}/ask`, { place });

/** @param {Table} on @returns {Promise<Analysis>} */
export const why = (on) => ask("GET", `${at(on.id)}/why`);

/** Begin to review a finished game, or see how far that is. @param {string} id @returns {Promise<Review>} */
export const review = (id) => ask("POST", `${at(id)}/review`);

/** What can be put on the board of a game by hand. @param {string} game @returns {Promise<Editor>} */
export const editor = (game) => ask("GET", `games/${encodeURIComponent(game)}/editor`);

/** A board under construction after one change. @param {Edit} change @returns {Promise<Draft>} */
export const edit = (change) => ask("POST", "positions/edit", change);

/** A position from moves or its line of text, without a table. @param {NewPosition} start @returns {Promise<Position>} */
export const position = (start) => ask("POST", "positions", start);

/** The grades of a game's puzzles. @param {string} game @returns {Promise<Grade[]>} */
export const grades = async (game) => (await ask("GET", `games/${encodeURIComponent(game)}/puzzles`)).grades;

/** @param {string} game @param {{grade: string, number: number}} which */
const puzzleAt = (game, { grade, number }) =>
  `games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(grade)}/${number}`;

/** @param {string} game @param {string} grade @param {number} number @returns {Promise<Puzzle>} */
export const puzzle = (game, grade, number) => ask("GET", puzzleAt(game, { grade, number }));

/** Judge the last of the moves made in a puzzle. @param {Puzzle} of @param {string} game @param {string[]} made @returns {Promise<Tried>} */
export const tryMove = (of, game, made) => ask("POST", puzzleAt(game, of), { made });

/** The move that wins. @param {Puzzle} of @param {string} game @param {string[]} made @returns {Promise<PuzzleHint>} */
export const puzzleHint = (of, game, made) => ask("POST", `${puzzleAt(game, of)}/hint`, { made });

/**
 * Tournaments, newest first.
 * @returns {Promise<{tournaments: TournamentLine[], damaged: {id: string, problem: string}[], left_off: number}>}
 */
export const tournaments = () => ask("GET", "tournaments");

/** @param {string} id */
const run = (id) => `tournaments/${encodeURIComponent(id)}`;

/** One with its table. @param {string} id @returns {Promise<Tournament>} */
export const tournament = (id) => ask("GET", run(id));

/**
 * Games of a tournament, newest first: those of a player, after one.
 * @param {string} id
 * @param {{after?: number, most?: number, player?: string}} wish
 * @returns {Promise<{games: ArenaGame[], more: number | null, count: number}>}
 */
export const arenaGames = (id, wish) => ask("GET", `${run(id)}/games${query(wish)}`);

/** @param {string} id @param {number} number @returns {Promise<PlayedGame>} */
export const arenaGame = (id, number) => ask("GET", `${run(id)}/games/${number}`);

/** @param {string} id @param {number} number @param {number} ply @returns {Promise<Ply>} */
export const arenaPly = (id, number, ply) => ask("GET", `${run(id)}/games/${number}/plies/${ply}`);

/** Where the games of this browser can be downloaded. @param {"jsonl" | "text"} format */
export const exportAddress = (format) => String(url(`archive?format=${format}`));

/** Take games from a file. @param {string} words @returns {Promise<Imported>} */
export const bring = (words) => ask("POST", "archive", words, { type: "text/plain" });

/** @param {Record<string, string | number | boolean | undefined>} wish */
function query(wish) {
  const given = Object.entries(wish).filter(([, value]) => value !== undefined && value !== "");
  const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length ? `?${words}` : "";
}

/**
 * @typedef {object} Heard  What a watched table tells; each is called with the newest only.
 * @property {(table: Table) => void} [table]
 * @property {(analysis: Pushed) => void} [analysis]
 * @property {(review: Review) => void} [review]
 * @property {(phrase: Phrase) => void} [phrase]  Each of them, as it is said.
 * @property {(words: string) => void} [preparing]  The engine must be compiled first, says this sentence.
 * @property {(connected: boolean, words?: string) => void} [changed]  With the server's sentence, if it had one.
 * @property {(words: string) => void} [refused]  It will not be told, and asking again would not help.
 */

/**
 * Watch a table until told to stop; comes back by itself after a lost connection.
 * @param {string} id
 * @param {Heard} heard
 * @param {{analysis?: boolean, ply?: number, review?: boolean}} [wish]  what else should be told: an engine's
 *   opinions while it thinks (on the newest position, or after *ply* moves), and the review of the game
 * @returns {() => void} stops watching
 */
export function watch(id, heard, wish = {}) {
  const ask = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined && value !== false));
  // Where a proxy blocks WebSockets, asking is how a page still learns of moves.
  return stream(`${at(id)}/events${query(ask)}`, heard, () => table(id).then((now) => heard.table?.(now), () => {}));
}

/**
 * An engine's opinions on a position without a table, while it thinks.
 * @param {string} game
 * @param {string} position
 * @param {Heard} heard
 */
export function ponder(game, position, heard) {
  return stream(`positions/events${query({ game, position })}`, heard, () => {});
}

/**
 * @param {string} path
 * @param {Heard} heard
 * @param {() => void} ask  what is done before it connects again
 * @returns {() => void}
 */
function stream(path, heard, ask) {
  let [over, wait, timer] = [false, 500, 0];
  /** @type {WebSocket | null} */
  let socket = null;
  const connect = () => {
    socket = open(path, heard);
    socket.onopen = () => {
      wait = 500;
      heard.changed?.(true);
    };
    socket.onclose = (event) => {
      if (over) return;
      if (event.code === 1008) return heard.refused?.(event.reason);
      heard.changed?.(false, event.reason);
      timer = window.setTimeout(() => {
        ask();
        connect();
      }, wait);
      wait = Math.min(wait * 2, 8000); // a server that starts again should not be stormed
    };
  };
  connect();
  return () => {
    over = true;
    clearTimeout(timer);
    if (socket) end(socket);
  };
}

/** Browsers complain of a connection that is closed before it is there. @param {WebSocket} socket */
function end(socket) {
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

/** @param {string} path @param {Heard} heard */
function open(path, heard) {
  const address = url(path);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.onmessage = (event) => {
    const said = read(event.data);
    if (said.table) heard.table?.(said.table);
    if (said.analysis) heard.analysis?.(said.analysis);
    if (said.review) heard.review?.(said.review);
    if (said.phrase) heard.phrase?.(said.phrase);
    if (said.preparing) heard.preparing?.(said.preparing);
  };
  return socket;
}
