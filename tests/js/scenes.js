/** Small scenes to test with. */

/** @import { Ended, Game, Gesture, Line, Mark, Scene, Table } from "../../src/damier/web/static/js/types.js" */

/**
 * @param {[number, number]} at
 * @param {string} kind
 * @param {Partial<Mark>} [more]
 * @returns {Mark}
 */
export const mark = (at, kind, more = {}) => ({
  at, kind, glyph: "", name: at.join("-"), seat: null, moves: {}, tags: [], ...more,
});

/**
 * @param {number} width
 * @param {number} height
 * @param {string} grid
 * @param {Mark[]} marks
 * @returns {Scene}
 */
export const scene = (width, height, grid, marks) => ({
  width, height, grid, marks, columns: [], rows: [], status: [],
});

/**
 * @param {Partial<Gesture>} [more]
 * @returns {Gesture}
 */
export const gesture = (more = {}) => ({ title: "", click: "plain", key: "", about: "", ghost: "", arm: "", ...more });

/** How moves are made where discs fall, where walls are built, where lines are drawn, and where mines lie. */
export const falling = { drop: gesture({ ghost: "disc" }) };
export const building = {
  go: gesture({ ghost: "pawn" }),
  horizontal: gesture({ key: "h", ghost: "wall", arm: "flat" }),
  vertical: gesture({ key: "v", ghost: "wall", arm: "upright" }),
};
export const drawing = { draw: gesture({ ghost: "edge" }) };
export const digging = {
  dig: gesture(),
  flag: gesture({ click: "second", key: "f" }),
  unflag: gesture({ click: "second", key: "f" }),
  chord: gesture({ click: "double", key: "c" }),
};

/** Two columns of two cells: a disc falls to the bottom whichever cell of its column is clicked. */
export const columns = scene(2, 2, "lines", [
  mark([1, 3], "empty", { moves: { drop: "1" }, tags: ["hole"] }),
  mark([1, 1], "empty", { moves: { drop: "1" } }),
  mark([3, 1], "empty", { moves: { drop: "2" } }),
  mark([3, 3], "disc", { seat: 0, moves: { drop: "2" } }),
]);

/** Nine cells with four corners; the pawn may go down; no upright wall at the corner [4, 4]. */
export const walls = scene(3, 3, "gaps", [
  ...[1, 3, 5].flatMap((x) => [1, 3, 5].map((y) => mark([x, y], "empty"))).filter((one) => one.at.join() !== "3,3"),
  mark([3, 3], "target", { moves: { go: "b2" } }),
  mark([2, 2], "corner", { moves: { horizontal: "a2h", vertical: "a2v" } }),
  mark([4, 2], "corner", { moves: { horizontal: "b2h", vertical: "b2v" } }),
  mark([2, 4], "corner", { moves: { horizontal: "a1h", vertical: "a1v" } }),
  mark([4, 4], "corner", { moves: { horizontal: "b1h" } }),
]);

/** One box with one side drawn. */
export const dots = scene(1, 1, "dots", [
  mark([1, 0], "edge"),
  mark([0, 1], "gap", { moves: { draw: "a1l" } }),
  mark([2, 1], "gap", { moves: { draw: "a1r" } }),
  mark([1, 2], "gap", { moves: { draw: "a1b" } }),
  mark([1, 1], "empty"),
]);

/** A game that nobody plays, as the server would offer it. @type {Game} */
export const game = {
  key: "four", title: "Four", about: "", rules: [], seats: 2, seat_names: ["yellow", "red"],
  presets: [{ key: "7x6", title: "7x6" }, { key: "8x7", title: "8x7" }], options: [],
  levels: ["easy", "medium", "hard"].map((key) => ({ key, title: key, about: "" })),
  gestures: {}, example: scene(1, 1, "lines", []), pictures: [], clocks: true, hidden: false, risk: false, puzzles: false,
};

/**
 * An opinion on one move.
 * @param {string} move
 * @param {Partial<Line>} [more]
 * @returns {Line}
 */
export const line = (move, more = {}) => ({
  move, at: null, label: "", chance: 0.5, value: 0, proven: false, why: [], then: [], ...more,
});

/**
 * A table at which this browser plays against a level, and moves.
 * @param {Partial<Table>} [more]
 * @returns {Table}
 */
export const table = (more = {}) => ({
  id: "t", game: "four", title: "Four", options: {}, version: 1, turn: 0, to_move: "person", you: [0],
  players: [
    { seat: 0, name: "person", kind: "person", title: "yellow" }, { seat: 1, name: "easy", kind: "level", title: "Easy" },
  ],
  scene: columns, moves: [], names: [], last: null, ended: null, practice: false, thinking: false, problem: null, position: "",
  redo: 0, owner: true, shared: false, waiting: [], invitations: {}, clock: null, offers: { draw: null, undo: null },
  next: null, pace: 0, paused: false, created: 0, updated: 0, ...more,
});

/** Two people who play from different places; this browser has the first seat. */
export const shared = (/** @type {Partial<Table>} */ more = {}) => table({
  shared: true,
  players: [0, 1].map((seat) => ({ seat, name: "person", kind: "person", title: ["yellow", "red"][seat] })),
  ...more,
});

/** How a game ended. @type {Ended} */
export const won = { ending: "rules", points: [1, 0], reason: "", words: "yellow wins" };
