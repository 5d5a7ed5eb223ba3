/**
 * Stands in the document itself: asks in one round for all that the first page needs, while the scripts that
 * will use it are still on their way. What it guesses wrongly is only asked for in vain.
 */
(() => {
  /** @type {{base: string, languages: string[], pages: Record<string, {script: string | null, sheets: string[]}>}} */
  const files = JSON.parse(document.getElementById("files")?.textContent ?? "");
  const [, first = "", id = ""] = location.hash.replace(/\?.*/, "").split("/");
  const page = { "": "start", play: "choose" }[first] ?? first;

  const wishes = [...navigator.languages];
  try {
    wishes.unshift(JSON.parse(localStorage.getItem("damier language") ?? '""'));
  } catch {
    // A browser that remembers nothing speaks its own language.
  }
  const codes = wishes.map((wish) => wish.slice(0, 2).toLowerCase());
  const language = codes.find((code) => files.languages.includes(code)) ?? "en";
  document.documentElement.lang = language;

  /** @type {Map<string, Promise<Response>>} */
  const early = new Map();
  const ask = (/** @type {string} */ path) => {
    const { href } = new URL(path, document.baseURI);
    const answer = fetch(href);
    answer.catch(() => {}); // whoever needs it hears of it
    early.set(href, answer);
  };
  /** @type {Record<string, string[]>} */
  const questions = {
    start: ["tables?state=open&most=20&"],
    table: [`tables/${id}?`], review: [`tables/${id}?`], join: [`tables/${id}?`],
    rules: [`games/${id}/pictures?`],
  };
  for (const path of ["games?", ...questions[page] ?? []]) ask(`api/v1/${path}lang=${language}`);
  ask(`${files.base}locale/${language}.json`);
  Object.assign(window, { early });

  const link = (/** @type {Record<string, string>} */ attributes) =>
    document.head.append(Object.assign(document.createElement("link"), attributes));
  const { script, sheets } = files.pages[page] ?? { script: null, sheets: [] };
  if (script) link({ rel: "modulepreload", href: `${files.base}scripts/${script}` });
  if (sheets.length) link({ rel: "preload", as: "style", href: `${files.base}css/${sheets.join("+")}.css` });
})();
