import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../../src/damier/web/static/js/pure/edit_history.js";

test("what was done is undone and done again", () => {
  const history = new History("a");
  assert.deepEqual([history.canStep(-1), history.canStep(1)], [false, false]);
  history.add("b");
  history.add("c");
  history.step(-1);
  assert.deepEqual([history.now, history.canStep(1)], ["b", true]);
  history.step(1);
  history.step(1);
  assert.equal(history.now, "c", "not beyond the end");
});

test("something new forgets what was undone", () => {
  const history = new History(1);
  history.add(2);
  history.step(-1);
  history.add(3);
  assert.deepEqual([history.now, history.canStep(1), history.kept], [3, false, [1, 3]]);
});
