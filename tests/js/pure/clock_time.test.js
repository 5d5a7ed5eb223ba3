import assert from "node:assert/strict";
import { test } from "node:test";
import { callAt, clockWords, leftAt, nextTick } from "../../../src/damier/web/static/js/pure/clock_time.js";

test("time looks as on a clock, with tenths when it is scarce", () => {
  assert.equal(clockWords(300, "en"), "5:00");
  assert.equal(clockWords(299.2, "en"), "5:00");
  assert.equal(clockWords(3661, "en"), "1:01:01");
  assert.equal(clockWords(59.01, "en"), "1:00");
  assert.equal(clockWords(10, "en"), "0:10");
  assert.equal(clockWords(9.99, "en"), "9.9");
  assert.equal(clockWords(9.31, "en"), "9.4");
  assert.equal(clockWords(9.31, "fr"), "9,4");
  assert.equal(clockWords(-3, "en"), "0.0");
});

test("only the clock of who moves runs, and only while it runs", () => {
  const clock = { left: [60, 50], increment: 0, running: true };
  assert.equal(leftAt(clock, 0, 0, 1000, 3500), 57.5);
  assert.equal(leftAt(clock, 1, 0, 1000, 3500), 50);
  assert.equal(leftAt({ ...clock, running: false }, 0, 0, 1000, 3500), 60);
  assert.equal(leftAt(clock, 0, 0, 0, 99_000), 0);
});

test("a clock is drawn again when what it shows is no longer true", () => {
  assert.ok(Math.abs(nextTick(12.4) - 405) < 1);
  assert.ok(Math.abs(nextTick(12) - 1005) < 1);
  assert.ok(Math.abs(nextTick(3.26) - 65) < 1);
  for (const left of [0.004, 0.1, 9.95, 10, 10.003, 59.999]) assert.ok(nextTick(left) > 0 && nextTick(left) <= 1010);
});

test("a player is told once at a minute, at thirty and at ten seconds", () => {
  const said = new Set();
  assert.equal(callAt(61, said), null);
  assert.equal(callAt(59.9, said), 60);
  assert.equal(callAt(59, said), null);
  assert.equal(callAt(8, said), 10, "what was passed meanwhile is not told any more");
  assert.equal(callAt(7, said), null);
  assert.equal(callAt(25, said), null);
});
