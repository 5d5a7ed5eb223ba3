import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, fit, heatColour } from "../../../src/damier/web/static/js/board/heat_map.js";
import { extent, sort, turned, where } from "../../../src/damier/web/static/js/board/lattice.js";
import { label, picture } from "../../../src/damier/web/static/js/board/scene_to_svg.js";
import { ghost } from "../../../src/damier/web/static/js/board/pieces.js";
import { building, columns, dots, falling, gesture, mark, scene, walls } from "../scenes.js";

/** @import { Look } from "../../../src/damier/web/static/js/board/scene_to_svg.js" */
/** @import { Scene } from "../../../src/damier/web/static/js/types.js" */

/** @param {Scene} board @param {[number, number]} at @param {Look} [look] */
function placeAt(board, at, look = {}) {
  const found = picture(board, look).rows.flatMap((row) => row.places).find((one) => one.at.join() === at.join());
  assert.ok(found, `nothing at ${at}`);
  return found;
}

test("places are cells, corners and edges by their parity", () => {
  assert.deepEqual([sort([1, 1]), sort([2, 2]), sort([1, 2]), sort([2, 1])], ["cell", "corner", "flat", "upright"]);
  assert.deepEqual(turned(walls, [1, 1], true), [5, 5]);
});

test("the first place that offers a move is its own", () => {
  assert.deepEqual(where(columns, "1"), [1, 3]);
  assert.equal(where(columns, "9"), null);
});

test("neighbouring places do not overlap", () => {
  for (const grid of ["dots", "gaps"]) {
    assert.ok(extent(grid, [1, 1])[0] + extent(grid, [2, 1])[0] <= 60);
  }
});

test("rows run from top to bottom as shown, places from left to right", () => {
  const shown = (/** @type {boolean} */ flip) =>
    picture(dots, { flip }).rows.map((row) => row.places.map((place) => place.at.join()));
  assert.deepEqual(shown(false), [["1,0"], ["0,1", "1,1", "2,1"], ["1,2"]]);
  assert.deepEqual(shown(true), [["1,2"], ["2,1", "1,1", "0,1"], ["1,0"]]);
});

test("kind, seat and tags become classes; strange ones cannot leave the attribute", () => {
  const board = scene(1, 1, "lines", [mark([1, 1], 'di"sc x', { seat: 1, tags: ["win"] })]);
  assert.equal(placeAt(board, [1, 1]).className, "place cell kind-discx seat-1 tag-win");
});

test("seats differ in shape", () => {
  const discs = scene(2, 1, "lines", [mark([1, 1], "disc", { seat: 0 }), mark([3, 1], "disc", { seat: 1 })]);
  const [one, two] = [placeAt(discs, [1, 1]), placeAt(discs, [3, 1])].map((place) =>
    place.shapes.map((shape) => shape.attrs?.class));
  assert.deepEqual(one, ["spot", "piece"]);
  assert.deepEqual(two, ["spot", "piece", "hole"]);
});

test("a kind that nobody knows shows its glyph", () => {
  const board = scene(1, 1, "lines", [mark([1, 1], "dragon", { glyph: "🐉" })]);
  assert.equal(placeAt(board, [1, 1]).shapes.at(-1)?.text, "🐉");
});

test("a wall is one bar at its corner, and two more places that are empty of shapes", () => {
  const board = scene(2, 2, "gaps", [[2, 2], [1, 2], [3, 2]].map(([x, y]) => mark([x, y], "wall", { name: "a1h" })));
  const bar = placeAt(board, [2, 2]).shapes[1];
  assert.ok(Number(bar.attrs?.width) > 60 && Number(bar.attrs?.height) < 20);
  assert.equal(placeAt(board, [1, 2]).shapes.length, 1);
});

test("two walls end to end stay two bars", () => {
  const marks = ["a", "c"].flatMap((name, i) =>
    [2, 1, 3].map((x) => mark([x + 4 * i, 2], "wall", { name: `${name}1h` })));
  const bars = picture(scene(4, 2, "gaps", marks), {}).rows.flatMap((row) => row.places)
    .filter((place) => place.shapes.length > 1);
  assert.equal(bars.length, 2);
});

test("discs fall behind a plate with holes", () => {
  assert.match(picture(columns, {}).className, /holes/);
  assert.equal(picture(columns, {}).front.length, 1);
  assert.equal(picture(dots, {}).front.length, 0);
});

test("a number shows its digit and says it", () => {
  const number = mark([1, 1], "number", { glyph: "3️⃣", name: "1,1", tags: ["n3"] });
  assert.equal(placeAt(scene(1, 1, "none", [number]), [1, 1]).shapes.at(-1)?.text, "3");
  assert.equal(label(number, {}, false), "1,1: 3");
});

test("a place says what, whose, and that it was last", () => {
  const disc = mark([1, 1], "disc", { name: "d3", seat: 1, tags: ["win"] });
  assert.equal(label(disc, { seatNames: ["yellow", "red"] }, true), "d3: disc, red, winning, last move");
});

test("the last move and a hint are marked", () => {
  assert.match(placeAt(columns, [3, 3], { last: [3, 3] }).className, /last/);
  const over = picture(walls, { chosen: [4, 2], proposed: "b2v", pointed: [[1, 1]], gestures: building }).over;
  assert.deepEqual(over.map((shape) => shape.attrs?.class), ["pointed", "chosen"]);
  assert.ok(Number(over[1].attrs?.height) > Number(over[1].attrs?.width), "an upright wall");
});

test("heat lies where a move is made, the best on top", () => {
  const line = { at: null, label: "+1", value: 0, proven: false, why: [] };
  const heat = [{ ...line, move: "1", chance: 1 }, { ...line, move: "2", chance: 0 }];
  const over = picture(columns, { heat }).over;
  assert.equal(over.at(-1)?.attrs?.class, "heat best");
  assert.equal(over.at(-1)?.attrs?.transform, "translate(30 90)");
});

test("words lie on other places under the heat, turned as the board is", () => {
  const heat = [{ move: "1", at: null, label: "+1", chance: 1, value: 0, proven: false, why: [], then: [] }];
  /** @type {{at: [number, number], label: string}[]} */
  const labelled = [{ at: [1, 3], label: "0.5" }, { at: [3, 1], label: "0.38" }];
  const over = picture(columns, { heat, labelled, flip: true }).over;
  assert.deepEqual(over.map((shape) => shape.attrs?.class), ["heat plain", "heat best"]);
  assert.equal(over[0].attrs?.transform, "translate(30 90)");
  assert.equal(over[0].children?.at(-1)?.text, "0.38");
});

test("colours run from orange over grey to blue, and stay within", () => {
  assert.equal(heatColour(0), "rgb(230,145,56)");
  assert.equal(heatColour(0.5), "rgb(205,205,205)");
  assert.equal(heatColour(7), heatColour(1));
});

test("labels fit", () => {
  assert.deepEqual(fit("wins in 5").lines, ["wins", "in 5"]);
  assert.deepEqual(fit("pierde en 19").lines, ["pierde", "en 19"]);
  assert.ok(fit("pierde en 19").size >= 12);
  assert.ok(fit("mmmmmm").size < fit("illilli").size);
  assert.deepEqual(fit("draw").lines, ["draw"]);
  assert.ok(fit("unbelievable").size < fit("draw").size);
  assert.equal(brief("+2 boxes"), "+2");
  assert.equal(brief("12% mine"), "12%");
  assert.equal(brief("~12\u202f% de mine"), "~12\u202f%");
  assert.equal(brief("~<1% mine"), "~<1%");
  assert.equal(brief("wins"), "wins");
});

test("a ghost is what the gesture puts down", () => {
  assert.equal(ghost(falling.drop, [1, 1], 0, "lines").kind, "disc");
  assert.equal(ghost(building.vertical, [2, 2], 0, "gaps").kind, "wall");
  assert.equal(ghost(undefined, [1, 1], 0, "lines").kind, "any");
  assert.equal(ghost(gesture({ ghost: "a kind that nobody draws" }), [1, 1], 0, "lines").kind, "any");
});
