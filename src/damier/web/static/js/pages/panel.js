/** What stands beside a board: who plays, how it stands, what was played. */
import { draw, el } from "../dom.js";
import { shapes } from "../board/pieces.js";
import { language, say } from "../language.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Table} Table */

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}

/**
 * Whose turn it is or how it ended, in a sentence.
 * @param {Table} table
 * @param {Game} game
 * @returns {{words: string, kind: string}}
 */
export function status(table, game) {
  if (table.ended) {
    const points = table.you.map((seat) => table.ended?.points[seat] ?? 0);
    // Two people at one screen: somebody always wins.
    const won = table.you.length === 1 && points[0] === 1;
    const lost = table.you.length === 1 && points[0] === 0;
    return { words: capital(table.ended.words), kind: `ended ${won ? "won" : lost ? "lost" : "drawn"}` };
  }
  const mover = table.players[table.turn];
  if (table.to_move === "level") {
    return { words: say("{player} is thinking…", { player: mover.title }), kind: "waiting" };
  }
  const seat = game.seat_names[table.turn];
  if (game.seats === 1) return { words: say("Your turn"), kind: "yours" };
  if (table.you.length === 1 && table.you[0] === table.turn) {
    return { words: say("Your turn: you are {seat}", { seat }), kind: "yours" };
  }
  const kind = table.you.includes(table.turn) ? "yours" : "waiting";
  return { words: say("{seat} to move", { seat: capital(seat) }), kind };
}

/** A seat's piece in small, drawn as the board draws it. @param {Game} game @param {number} seat */
function emblem(game, seat) {
  const mark = game.example.marks.find((one) => one.seat === seat);
  if (!mark) return null;
  const around = { grid: game.example.grid, marks: new Map() };
  return draw({
    tag: "svg",
    attrs: { class: "board emblem", viewBox: "-26 -26 52 52", "aria-hidden": "true" },
    children: [{ tag: "g", attrs: { class: `place kind-${mark.kind} seat-${seat}` }, children: shapes(mark, around) }],
  });
}

/** @param {Table} table @param {Game} game */
export function players(table, game) {
  return table.players.map((player) => {
    const now = !table.ended && table.turn === player.seat;
    const counts = table.scene.status.filter((one) => one.seat === player.seat);
    const seat = game.seats > 1 ? capital(game.seat_names[player.seat]) : "";
    const title = player.kind === "level" ? player.title : table.you.length === 1 ? say("You") : say("Person");
    return el("li", { class: now ? "player now" : "player", "aria-current": now ? "true" : null },
      emblem(game, player.seat),
      el("span", { class: "player-words" },
        el("strong", {}, title),
        seat && el("span", { class: "quiet" }, seat)),
      el("span", { class: "count" }, counts.map((one) => one.text).join(", ")),
      table.ended && game.seats > 1 && el("span", { class: "points" }, points(table.ended.points[player.seat])));
  });
}

/** @param {number | undefined} value */
function points(value) {
  return value === 0.5 ? "½" : String(value ?? "");
}

/** @param {Table} table */
export function moveList(table) {
  const title = el("h2", {}, say("Moves"), el("span", { class: "quiet small" }, ` ${table.moves.length}`));
  if (!table.moves.length) return [title, el("p", { class: "quiet" }, say("None yet."))];
  const list = el("ol", { tabindex: 0, "aria-label": say("Moves") }, table.moves.map((move, i) =>
    el("li", { class: i === table.moves.length - 1 ? "newest" : null }, move)));
  // The newest move is what people look for.
  queueMicrotask(() => (list.scrollTop = list.scrollHeight));
  return [title, list];
}

/**
 * What happened between two states, for who listens.
 * @param {Table} before
 * @param {Table} now
 * @param {Game} game
 */
export function news(before, now, game) {
  const played = now.moves.slice(before.moves.length);
  const seat = game.seats > 1 ? `${game.seat_names[before.turn]}: ` : "";
  const parts = played.length ? [`${seat}${played.join(", ")}`] : [];
  if (now.moves.length < before.moves.length) parts.push(say("Taken back."));
  parts.push(status(now, game).words);
  return parts.join(". ");
}

/**
 * A move in the words of the board where it can still be made: "Dig 7,1" for d7,1.
 * @param {Table} table
 * @param {Game} game
 * @param {string} move
 */
export function spoken(table, game, move) {
  for (const mark of table.scene.marks) {
    const gesture = Object.keys(mark.moves).find((name) => mark.moves[name] === move);
    if (gesture && gesture in game.gestures) return `${game.gestures[gesture]} ${mark.name}`;
  }
  return move;
}
