/** Which page an address means. Routes are in the hash, so that any server can hold the page. */

/** @typedef {{page: "start"} | {page: "choose", game: string} | {page: "table", id: string}} Route */

/**
 * @param {string} hash
 * @returns {Route}
 */
export function route(hash) {
  const [, page, name] = decode(hash.replace(/^#/, "")).split("/");
  if (page === "play" && name) return { page: "choose", game: name };
  if (page === "table" && name) return { page: "table", id: name };
  return { page: "start" };
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
  if (to.page === "choose") return `#/play/${encodeURIComponent(to.game)}`;
  if (to.page === "table") return `#/table/${encodeURIComponent(to.id)}`;
  return "#/";
}
