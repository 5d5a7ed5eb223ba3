import assert from "node:assert/strict";
import { test } from "node:test";
import { WIDTH, bar, placeOf, progressOf, scaleOf } from "../../../src/damier/web/static/js/pure/rating_bars.js";
import { joined } from "../../../src/damier/web/static/js/pages/tournaments/tournament_games.js";
import { asReview } from "../../../src/damier/web/static/js/pages/tournaments/replay_page.js";
import { valuesOf } from "../../../src/damier/web/static/js/shared/chance_graph.js";
import { sentence } from "../../../src/damier/web/static/js/pure/formatting.js";
import { address, route } from "../../../src/damier/web/static/js/router.js";

test("all bars of a table share a scale that holds every end, and zero", () => {
  const rows = [{ low: -50, high: 30 }, { low: 100, high: null }, { low: null, high: -200 }];
  assert.deepEqual(scaleOf(rows, false), { low: -200, high: 100 });
  assert.deepEqual(scaleOf([{ low: 10, high: 20 }], false), { low: 0, high: 20 });
  assert.deepEqual(scaleOf([{ low: null, high: null }], false), { low: -1, high: 1 });
  assert.deepEqual(scaleOf([{ low: 0.4, high: 0.5 }], true), { low: 0, high: 1 });
});

test("a higher rating stands further to the right, and nothing outside", () => {
  const scale = { low: -100, high: 300 };
  const places = [-500, -100, 0, 150, 300, 900].map((value) => placeOf(scale, value));
  assert.deepEqual(places, [...places].sort((a, b) => a - b));
  assert.equal(places[0], places[1]);
  assert.equal(places[4], places[5]);
  assert.ok(places[0] > 0 && places[5] < WIDTH);
});

/** @param {ReturnType<typeof bar>} shape */
const classes = (shape) => (shape.children ?? []).map((child) => child.attrs?.class);

test("who won everything has an arrow and no dot: nobody knows where it would be", () => {
  const scale = { low: -100, high: 300 };
  assert.ok(classes(bar({ value: 10, low: -5, high: 25 }, scale)).includes("value"));
  for (const ends of [{ low: 200, high: null }, { low: null, high: -50 }]) {
    assert.ok(!classes(bar({ value: 250, ...ends }, scale)).includes("value"));
  }
  const open = bar({ value: 0, low: 200, high: null }, scale).children?.[1].attrs?.d;
  assert.equal(open, `M${placeOf(scale, 200)} 12H${WIDTH - 2}`);
});

test("a sequential test stands between its bounds", () => {
  assert.equal(progressOf({ llr: 0, lower: -2, upper: 2 }), 0.5);
  assert.equal(progressOf({ llr: 9, lower: -2, upper: 2 }), 1);
  assert.equal(progressOf({ llr: -9, lower: -2, upper: 2 }), 0);
});

/** @param {number[]} numbers */
const games = (...numbers) => numbers.map((number) => ({ number }));

test("newer games stand on top; where some between are missing the list begins anew", () => {
  assert.deepEqual(joined(games(4, 3, 2, 1), games(6, 5, 4)), { games: games(6, 5, 4, 3, 2, 1), anew: false });
  assert.deepEqual(joined(games(4, 3), games(4, 3)), { games: games(4, 3), anew: false });
  assert.deepEqual(joined(games(4, 3), games(9, 8, 7)), { games: games(9, 8, 7), anew: true });
  assert.deepEqual(joined([], games(1, 0)), { games: games(1, 0), anew: true });
});

test("names stay as they are, sentences begin with a capital", () => {
  assert.equal(sentence("mybot.py wins", ["mybot.py", "easy"]), "mybot.py wins");
  assert.equal(sentence("nobody wins", ["mybot.py"]), "Nobody wins");
});

test("a tournament and its games have addresses", () => {
  assert.deepEqual(route("#/tournaments"), { page: "tournaments" });
  assert.deepEqual(route(address({ page: "tournament", id: "my run/é" })), { page: "tournament", id: "my run/é" });
  assert.deepEqual(route(address({ page: "replay", id: "a", number: 12 })), { page: "replay", id: "a", number: 12 });
  assert.deepEqual(route("#/tournaments/a/nonsense"), { page: "tournament", id: "a" });
  assert.equal(address({ page: "tournaments" }), "#/tournaments");
});

test("what engines thought becomes a graph; of who says nothing there is none", () => {
  const view = { label: "wins", chance: 0.9, proven: false, depth: 1, nodes: 2 };
  const played = /** @type {import("../../../src/damier/web/static/js/types.js").PlayedGame} */ (/** @type {unknown} */ ({
    notation: ["4", "3", "2"], names: ["d", "c", "b"], turns: [0, 1, 0], views: [null, view, { ...view, chance: null }], graph: [null, null, 0.1, null],
  }));
  const review = asReview(played);
  assert.deepEqual(review.moments.map((moment) => [moment.ply, moment.name, moment.best_name]), [[1, "c", "c"]]);
  assert.deepEqual(valuesOf(review, false, 3), [null, null, 0.1, null]);
  assert.deepEqual(valuesOf(review, true, 3), [null, null, 0.9, null]);
});
