/** Boards that play a short game on the start page, while somebody can see them. */
import * as api from "../../api.js";
import { StaticBoard } from "../../board/static_board.js";

/** @import { Game, Scene } from "../../types.js" */

/** A third of the time between two moves: neighbours do not move together. In milliseconds. */
const BEAT = 300;
/** How many beats a move lasts. */
const MOVE = 3;
/** How many moves long the end is shown. */
const REST = 4;

/**
 * Which scene of a demo is shown after so many steps: the last one rests, then it begins again.
 * @param {number} steps
 * @param {number} scenes
 */
export function sceneAt(steps, scenes) {
  return Math.min(steps % (scenes + REST), scenes - 1);
}

/** One board on a card. */
class Player {
  /** @param {Game} game @param {number} number */
  constructor(game, number) {
    this.game = game;
    this.number = number;
    this.board = new StaticBoard(game.example);
    this.seen = false;
    this.steps = 0;
    /** @type {Scene[] | null} */
    this.scenes = null;
    this.asked = false;
  }

  async load() {
    if (this.asked) return;
    this.asked = true;
    // A board that stands still is a picture all the same.
    const scenes = await api.demo(this.game.key).catch(() => []);
    if (scenes.length > 1) this.scenes = scenes;
  }

  step() {
    if (!this.scenes) return;
    this.board.show(this.scenes[sceneAt(this.steps, this.scenes.length)]);
    this.steps += 1;
  }
}

/** All boards of the page, with one pulse. */
export class DemoBoards {
  /** @param {(playing: boolean) => void} moving  told once something moves that could be stopped */
  constructor(moving) {
    this.moving = moving;
    /** @type {Map<Element, Player>} */
    this.players = new Map();
    this.paused = false;
    /** Whether this person wants nothing to move. */
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.beats = 0;
    this.timer = 0;
    this.observer = new IntersectionObserver((entries) => this.see(entries), { threshold: 0.4 });
  }

  /** The board of a card. @param {Game} game */
  board(game) {
    const player = new Player(game, this.players.size);
    this.players.set(player.board.svg, player);
    return player.board.svg;
  }

  /** After the first paint: the page itself comes first. */
  start() {
    if (this.still) return;
    for (const node of this.players.keys()) this.observer.observe(node);
    this.timer = window.setInterval(() => this.beat(), BEAT);
  }

  stop() {
    clearInterval(this.timer);
    this.observer.disconnect();
  }

  /** @param {IntersectionObserverEntry[]} entries */
  see(entries) {
    for (const entry of entries) {
      const player = this.players.get(entry.target);
      if (player) player.seen = entry.isIntersecting;
    }
  }

  beat() {
    if (this.paused || document.hidden) return;
    this.beats += 1;
    for (const player of this.players.values()) {
      if (!player.seen || (this.beats + player.number) % MOVE) continue;
      player.load();
      player.step();
    }
    if ([...this.players.values()].some((player) => player.scenes)) this.moving(true);
  }
}
