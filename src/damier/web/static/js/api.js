/** The server, as functions. */
import { language, say } from "./language.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").TableLine} TableLine */
/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Setup} Setup */

/** What the server refused, in its own sentence. */
export class Refused extends Error {
  /** @param {number} status @param {string} words */
  constructor(status, words) {
    super(words);
    this.status = status;
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
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(url(path), { method, ...(body === undefined ? {} : json) });
  } catch {
    throw new Refused(0, say("The server cannot be reached."));
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, sentence(said.detail, answer.status));
  return said;
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

/** @returns {Promise<TableLine[]>} */
export const tables = async () => (await ask("GET", "tables")).tables;

/** @param {Setup} setup @returns {Promise<Table>} */
export const begin = (setup) => ask("POST", "tables", setup);

/** @param {string} id @returns {Promise<Table>} */
export const table = (id) => ask("GET", `tables/${encodeURIComponent(id)}`);

/** @param {Table} at @param {string} move @returns {Promise<Table>} */
export const play = (at, move) => ask("POST", `tables/${at.id}/moves`, { move, version: at.version });

/** @param {Table} at @param {"undo" | "redo" | "resign" | "rematch"} what @returns {Promise<Table>} */
export const act = (at, what) => ask("POST", `tables/${at.id}/${what}`, { version: at.version });

/** @param {Table} at @returns {Promise<Analysis>} */
export const hint = (at) => ask("POST", `tables/${at.id}/hint`, {});

/** @param {Table} at @returns {Promise<Analysis>} */
export const why = (at) => ask("GET", `tables/${at.id}/why`);

/**
 * Watch a table until told to stop; comes back by itself after a lost connection.
 * @param {string} id
 * @param {(table: Table) => void} seen
 * @param {(connected: boolean) => void} changed
 * @returns {() => void} stops watching
 */
export function watch(id, seen, changed) {
  let [over, wait, timer] = [false, 500, 0];
  /** @type {WebSocket | null} */
  let socket = null;
  const connect = () => {
    socket = open(id, seen);
    socket.onopen = () => {
      wait = 500;
      changed(true);
    };
    socket.onclose = () => {
      if (over) return;
      changed(false);
      timer = window.setTimeout(reconnect, wait);
      wait = Math.min(wait * 2, 8000); // a server that starts again should not be stormed
    };
  };
  const reconnect = () => {
    // Where a proxy blocks WebSockets this is how a page still learns of moves.
    table(id).then(seen, () => {});
    connect();
  };
  connect();
  return () => {
    over = true;
    clearTimeout(timer);
    socket?.close();
  };
}

/** @param {string} id @param {(table: Table) => void} seen */
function open(id, seen) {
  const address = url(`tables/${encodeURIComponent(id)}/events`);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.onmessage = (event) => {
    const { table: now } = JSON.parse(event.data);
    if (now) seen(now);
  };
  return socket;
}
