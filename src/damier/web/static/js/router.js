/** Which page an address means. Routes are in the hash, so that any server can hold the page. */

/**
 * @typedef {{page: "start"} | {page: "lost"} | {page: "archive"} | {page: "tournaments"}
 *   | {page: "choose" | "rules", game: string}
 *   | {page: "table" | "review" | "tournament", id: string}
 *   | {page: "replay", id: string, number: number}
 *   | {page: "puzzles", game: string, grade?: string, number?: number}
 *   | {page: "join", id: string, invitation: string}
 *   | {page: "position", game: string, query: Record<string, string>}} Route
 *   A position is query by its line of text (`position`), or by `moves` with `setup` and options.
 */

/**
 * @param {string} hash
 * @returns {Route}
 */
export function route(hash) {
  const [path, query] = split(hash.replace(/^#/, ""));
  const [, page, name, more, last] = path.split("/").map(decode);
  if (page === "archive") return { page };
  if (page === "tournaments") return tournament(name, more);
  if (page === "play" && name) return { page: "choose", game: name };
  if (page === "rules" && name) return { page, game: name };
  if (page === "puzzles" && name) return puzzles(name, more, last);
  if ((page === "table" || page === "review") && name) return { page, id: name };
  if (page === "join" && name && more) return { page, id: name, invitation: more };
  if (page === "position" && name) return { page, game: name, query: Object.fromEntries(new URLSearchParams(query)) };
  // What is no route of ours is a place on the page, such as #main.
  return { page: page && path.startsWith("/") ? "lost" : "start" };
}

/** All of them, one, or a game of one. @param {string} [id] @param {string} [number] @returns {Route} */
function tournament(id, number) {
  if (!id) return { page: "tournaments" };
  return number && /^\d{1,8}$/.test(number)
    ? { page: "replay", id, number: Number(number) } : { page: "tournament", id };
}

/** The next one, or one by its number. @param {string} game @param {string} [grade] @param {string} [number] @returns {Route} */
function puzzles(game, grade, number) {
  if (!grade) return { page: "puzzles", game };
  return number && /^\d{1,5}$/.test(number)
    ? { page: "puzzles", game, grade, number: Number(number) } : { page: "puzzles", game, grade };
}

/** What stands before and after the first question mark. @param {string} words */
function split(words) {
  const at = words.indexOf("?");
  return at < 0 ? [words, ""] : [words.slice(0, at), words.slice(at + 1)];
}

/** A mistyped escape is no reason to show nothing. @param {string} words */
function decode(words) {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

/** @param {Route} to */
export function address(to) {
  const words = (/** @type {string[]} */ ...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;
  if (to.page === "choose") return words("play", to.game);
  if (to.page === "rules") return words("rules", to.game);
  if (to.page === "table" || to.page === "review") return words(to.page, to.id);
  if (to.page === "join") return words("join", to.id, to.invitation);
  if (to.page === "position") return `${words("position", to.game)}?${new URLSearchParams(to.query)}`;
  if (to.page === "puzzles") {
    const more = to.grade === undefined ? [] : to.number === undefined ? [to.grade] : [to.grade, String(to.number)];
    return words("puzzles", to.game, ...more);
  }
  if (to.page === "tournament") return words("tournaments", to.id);
  if (to.page === "replay") return words("tournaments", to.id, String(to.number));
  return to.page === "archive" || to.page === "tournaments" ? `#/${to.page}` : "#/";
}
