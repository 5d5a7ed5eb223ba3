/** The page at /docs: /openapi.json as people read it. What the description says itself is in English. */
import { byId, el, fill } from "../../dom.js";
import { LANGUAGES, language, pick, say, speak } from "../../language.js";
import { recall, remember } from "../../local_storage.js";

/** @import { Child } from "../../dom.js" */

/**
 * @typedef {object} Schema  As much of JSON Schema as our description uses.
 * @property {string} [$ref]
 * @property {string} [type]
 * @property {string} [description]
 * @property {string} [pattern]
 * @property {unknown} [const]
 * @property {unknown[]} [enum]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [allOf]
 * @property {Schema} [items]
 * @property {Schema[]} [prefixItems]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema | boolean} [additionalProperties]
 * @property {string[]} [required]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [exclusiveMinimum]
 * @property {number} [exclusiveMaximum]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 *
 * @typedef {Record<string, {schema?: Schema}>} Content  By media type.
 *
 * @typedef {object} Operation
 * @property {string[]} [tags]
 * @property {string} [summary]
 * @property {string} [description]
 * @property {{name: string, required?: boolean, description?: string, schema: Schema}[]} [parameters]
 * @property {{content: Content}} [requestBody]
 * @property {Record<string, {description: string, content?: Content}>} responses
 *
 * @typedef {object} OpenApi
 * @property {{version: string, description?: string}} info
 * @property {{name: string, description?: string}[]} [tags]
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {{schemas: Record<string, Schema>}} components
 */

const METHODS = ["get", "post", "put", "patch", "delete"];

/** English words inside a page in another language. @param {string} words */
const english = (words) => el("span", { lang: "en" }, ...codes(words));

/** Words between backquotes, one or two, are code. @param {string} words */
function codes(words) {
  return words.split(/`+([^`]*)`+/).map((part, i) => (i % 2 ? el("code", {}, part) : part));
}

/** @param {string | undefined} words */
function paragraphs(words) {
  return (words ?? "").split(/\n\s*\n/).filter(Boolean).map((part) => el("p", {}, english(part)));
}

/** Where a schema is shown on this page. @param {string} name */
const anchor = (name) => `schema-${name}`;

/**
 * What a schema allows, in a few words: `list of PlayerOut`, `text or nothing`.
 * @param {Schema} schema
 * @returns {(Node | string)[]}
 */
function kind(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return [el("a", { href: `#${anchor(name)}` }, name)];
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return join(choices.map(kind), ` ${say("or")} `);
  if (schema.const !== undefined) return [el("code", {}, JSON.stringify(schema.const))];
  if (schema.enum) return join(schema.enum.map((value) => [el("code", {}, JSON.stringify(value))]), ", ");
  if (schema.prefixItems) return ["[", ...join(schema.prefixItems.map(kind), ", "), "]"];
  if (schema.type === "array") return [`${say("list of")} `, ...kind(schema.items ?? {})];
  if (typeof schema.additionalProperties === "object") return [`${say("by name:")} `, ...kind(schema.additionalProperties)];
  const pattern = schema.pattern ? [" ", el("code", {}, schema.pattern)] : [];
  return [plain(schema.type) + bounds(schema), ...pattern];
}

/** @param {string | undefined} type */
function plain(type) {
  switch (type) {
    case "string": return say("text");
    case "integer": return say("whole number");
    case "number": return say("number");
    case "boolean": return say("true or false");
    case "null": return say("nothing");
    case "object": return say("object");
    default: return say("anything");
  }
}

/** How long or how large it may be. @param {Schema} schema */
function bounds(schema) {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? schema.minLength ?? schema.minItems;
  const high = schema.maximum ?? schema.exclusiveMaximum ?? schema.maxLength ?? schema.maxItems;
  if (low === undefined && high === undefined) return "";
  return ` (${low ?? ""}…${high ?? ""})`;
}

/** @param {(Node | string)[][]} parts @param {string} between */
function join(parts, between) {
  return parts.flatMap((part, i) => (i ? [between, ...part] : part));
}

/**
 * A table whose rows have as many cells as there are heads; what does not fit scrolls, by keyboard too.
 * @param {string} name
 * @param {string[]} heads
 * @param {(Child | Child[])[][]} rows
 */
function table(name, heads, rows) {
  return el("div", { class: "wide", role: "region", tabindex: "0", "aria-label": name },
    el("table", {},
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map(([first, ...rest]) =>
        el("tr", {}, el("th", { scope: "row" }, first), rest.map((cell) => el("td", {}, cell)))))));
}

/** The fields of an object. @param {string} name @param {Schema} schema */
function fields(name, schema) {
  const needed = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([field, of]) => [
    el("code", {}, field),
    [...kind(of), needed.includes(field) ? el("span", { class: "needed" }, say("required")) : null],
    of.description ? english(of.description) : "",
  ]);
  return rows.length ? table(name, [say("Name"), say("Type"), say("Meaning")], rows) : el("p", {}, ...kind(schema));
}

/** @param {Operation} operation @param {string} name */
function parameters(operation, name) {
  if (!operation.parameters?.length) return null;
  const rows = operation.parameters.map((one) => [
    el("code", {}, one.name),
    [...kind(one.schema), one.required ? el("span", { class: "needed" }, say("required")) : null],
    one.description ? english(one.description) : "",
  ]);
  return [
    el("h4", {}, say("Parameters")),
    table(say("{title}: {words}", { title: say("Parameters"), words: name }), [say("Name"), say("Type"), say("Meaning")], rows),
  ];
}

/** @param {Operation} operation */
function body(operation) {
  const content = Object.entries(operation.requestBody?.content ?? {});
  if (!content.length) return null;
  const lines = content.map(([type, { schema }]) => el("p", {}, el("code", {}, type), say(": {words}", { words: "" }), ...kind(schema ?? {})));
  return [el("h4", {}, say("Body")), ...lines];
}

/** @param {Operation} operation @param {string} name */
function answers(operation, name) {
  const rows = Object.entries(operation.responses).map(([status, answer]) => {
    const content = Object.values(answer.content ?? {})[0];
    return [status, content?.schema ? kind(content.schema) : "", english(answer.description)];
  });
  return [
    el("h4", {}, say("Answers")),
    table(say("{title}: {words}", { title: say("Answers"), words: name }), [say("Status"), say("Type"), say("Meaning")], rows),
  ];
}

/** @param {string} method @param {string} path @param {Operation} operation */
function operationCard(method, path, operation) {
  const name = `${method.toUpperCase()} ${path}`;
  const [first, ...more] = paragraphs(operation.description ?? operation.summary);
  return el("details", { class: "card" },
    el("summary", {},
      el("h3", {}, el("span", { class: `method method-${method}` }, method.toUpperCase()), " ", el("code", {}, path)),
      el("span", { class: "quiet" }, ...(first?.childNodes ?? []))),
    el("div", { class: "inside" },
      ...more,
      parameters(operation, name),
      body(operation),
      answers(operation, name)));
}

/** The operations of one tag. @param {OpenApi} api @param {{name: string, description?: string}} tag */
function section(api, tag) {
  const cards = Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation?.tags?.includes(tag.name) ? [operationCard(method, path, operation)] : [];
    }));
  if (!cards.length) return null;
  return el("section", { "aria-labelledby": `tag-${tag.name}` },
    el("h2", { id: `tag-${tag.name}`, lang: "en" }, tag.name),
    ...paragraphs(tag.description),
    ...cards);
}

/** @param {OpenApi} api */
function schemas(api) {
  const cards = Object.entries(api.components.schemas).sort(([a], [b]) => a.localeCompare(b)).map(([name, schema]) =>
    el("details", { class: "card", id: anchor(name) },
      el("summary", {}, el("h3", {}, el("code", {}, name))),
      el("div", { class: "inside" }, ...paragraphs(schema.description), fields(name, schema))));
  return el("section", { "aria-labelledby": "schemas" }, el("h2", { id: "schemas" }, say("Schemas")), ...cards);
}

/** @param {OpenApi} api */
function draw(api) {
  const title = say("The interface");
  document.title = `${title} · damier`;
  fill(byId("main"),
    el("h1", {}, title),
    el("p", { class: "lead" }, say("What a program can ask of this server.")),
    el("p", { class: "small" }, `damier ${api.info.version} · `, el("a", { href: "openapi.json" }, "openapi.json")),
    el("div", { class: "about" }, ...paragraphs(api.info.description)),
    ...(api.tags ?? []).map((tag) => section(api, tag)),
    schemas(api));
}

/** A link to a schema opens it. */
function unfold() {
  const aim = document.getElementById(location.hash.slice(1));
  if (aim instanceof HTMLDetailsElement) {
    aim.open = true;
    aim.querySelector("summary")?.focus();
  }
}

/** @param {OpenApi} api */
function frame(api) {
  const choice = el("select", {
    "aria-label": say("Language"),
    change: async () => {
      remember("language", choice.value);
      await speak(choice.value);
      frame(api);
    },
  }, Object.entries(LANGUAGES).map(([code, name]) =>
    el("option", { value: code, lang: code, selected: code === language() }, name)));
  fill(byId("languages"), choice);
  byId("skip").textContent = say("Skip to the content");
  draw(api);
}

await speak(pick([recall("language", null), ...navigator.languages]));
try {
  const answer = await fetch("openapi.json");
  if (!answer.ok) throw new Error(String(answer.status));
  frame(await answer.json());
  unfold();
  window.addEventListener("hashchange", unfold);
} catch {
  fill(byId("main"), el("section", { class: "empty" }, el("h1", {}, say("This did not work")),
    el("p", {}, say("The server cannot be reached."))));
}
