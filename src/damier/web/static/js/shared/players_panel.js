/** What stands beside a board: who plays, how it stands, what has just happened, the rules. */
import { offers } from "../board/lattice.js";
import { shapes } from "../board/pieces.js";
import { thumbnail } from "../board/thumbnail.js";
import { draw, el } from "../dom.js";
import { say } from "../language.js";
import { capital } from "../pure/formatting.js";
import { boardTitle } from "../pure/solo_board.js";
import { address } from "../router.js";

/** @import { Game, Scene, Table } from "../types.js" */

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
  if (table.paused) return { words: say("Paused"), kind: "waiting" };
  if (table.waiting.length > 0) return { words: say("Waiting for your opponent…"), kind: "waiting" };
  const mover = table.players[table.turn];
  if (table.to_move === "level") {
    return { words: say("{player} is thinking…", { player: mover.title }), kind: "waiting" };
  }
  // Who plays alone knows whose turn it is.
  if (game.seats === 1) return { words: boardTitle(game, table.solo?.board ?? ""), kind: "waiting" };
  const seat = game.seat_names[table.turn];
  if (table.you.length === 1 && table.you[0] === table.turn) {
    return { words: say("Your turn: you are {seat}", { seat }), kind: "yours" };
  }
  const kind = table.you.includes(table.turn) ? "yours" : "waiting";
  return { words: capital(say("{seat} to move", { seat })), kind };
}

/**
 * How a game ended, in the fewest words for this browser: "You win!", or "Yellow wins!" for two at one screen.
 * @param {Table} table  one that is over
 * @param {Game} game
 * @returns {{words: string, kind: "win" | "loss" | "draw"}}
 */
export function finale(table, game) {
  const points = table.ended?.points ?? [];
  const winner = points.indexOf(1);
  const alone = table.you.length === 1;
  if (alone && points[table.you[0]] === 0) return { words: say("You lose."), kind: "loss" };
  if (winner < 0) return { words: game.seats > 1 ? say("A draw.") : say("The game is over."), kind: "draw" };
  if (alone) return { words: say("You win!"), kind: "win" };
  return { words: say("{seat} wins!", { seat: capital(game.seat_names[winner]) }), kind: "win" };
}

/** Whether this browser only looks on: it neither sits here nor has it made the engines play. @param {Table} table */
export function looksOn(table) {
  return table.you.length === 0 && !table.owner;
}

/** A seat's piece in small, drawn as the board draws it. @param {Game} game @param {number} seat */
export function emblem(game, seat) {
  const mark = game.example.marks.find((one) => one.seat === seat);
  if (!mark) return null;
  const around = { grid: game.example.grid, marks: new Map() };
  return draw({
    tag: "svg",
    attrs: { class: "board emblem", viewBox: "-26 -26 52 52", "aria-hidden": "true" },
    children: [{ tag: "g", attrs: { class: `place kind-${mark.kind} seat-${seat}` }, children: shapes(mark, around) }],
  });
}

/** Who sits there, as this browser calls them. @param {Table} table @param {number} seat */
export function playerName(table, seat) {
  const player = table.players[seat];
  if (player.kind === "level") return player.title;
  if (table.waiting.includes(seat)) return say("Awaited");
  const { nickname } = player;
  if (table.you.length !== 1) return nickname ?? say("Person");
  if (table.you[0] !== seat) return nickname ?? say("Opponent");
  return nickname ? say("{name} (you)", { name: nickname }) : say("You");
}

/** Names of more letters are written smaller on a phone. */
const LONG = 11;

/**
 * @param {Table} table
 * @param {Game} game
 * @param {(seat: number) => import("../dom.js").Child[]} beside  clocks, and whether somebody is there
 */
export function players(table, game, beside) {
  return table.players.map(({ seat }) => {
    const now = !table.ended && table.turn === seat;
    const counts = table.scene.status.filter((one) => one.seat === seat);
    const name = playerName(table, seat);
    return el("li", { class: now ? "player now" : "player", "aria-current": now ? "true" : null },
      emblem(game, seat),
      el("span", { class: "player-words" },
        el("strong", { class: name.length > LONG && "long", title: name }, name),
        game.seats > 1 && el("span", { class: "quiet" }, capital(game.seat_names[seat]))),
      counts.length > 0 && el("span", { class: "count" }, counts.map((one) => one.text).join(", ")),
      ...beside(seat),
      table.ended && game.seats > 1 && el("span", { class: "points" }, points(table.ended.points[seat])));
  });
}

/** @param {number | undefined} value */
function points(value) {
  return value === 0.5 ? "½" : String(value ?? "");
}

/**
 * What happened between two states, for who listens.
 * @param {Table} before
 * @param {Table} now
 * @param {Game} game
 */
export function news(before, now, game) {
  const played = now.names.slice(before.names.length);
  const seat = game.seats > 1 ? `${game.seat_names[before.turn]}: ` : "";
  const parts = played.length ? [`${seat}${played.join(", ")}`] : [];
  if (now.moves.length < before.moves.length) parts.push(say("Taken back."));
  if (before.waiting.length > now.waiting.length) parts.push(say("Your opponent is here."));
  if (now.ended && !before.ended && now.you.length === 1) parts.push(finale(now, game).words);
  // In a game for one, what is left to do says more than whose turn it is.
  const counts = game.seats === 1 && !now.ended ? now.scene.status.map(({ text }) => text) : [];
  parts.push(...(counts.length ? counts : [status(now, game).words]));
  return parts.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(" ");
}

/**
 * A move in the words of the board where it can be made: "Dig g1" for d7,1.
 * @param {Scene} scene
 * @param {Game} game
 * @param {{move: string, name: string}} made
 */
export function spoken(scene, game, { move, name }) {
  const offer = offers(scene).get(move);
  const title = offer && game.gestures[offer.gesture]?.title;
  return title ? `${title} ${offer.mark.name}` : name;
}

/** The rules in words; the pictures have a page of their own. @param {Game} game */
export function rules(game) {
  return el("section", { class: "rules", "aria-labelledby": "rules" },
    el("h2", { id: "rules" }, say("Rules")),
    el("div", { class: "thumb" }, thumbnail(game.example)),
    el("ul", {}, game.rules.map((rule) => el("li", {}, rule))),
    el("p", { class: "more" },
      el("a", { href: address({ page: "rules", game: game.key }) }, say("The rules in pictures"))));
}
