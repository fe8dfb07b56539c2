import { expect, it } from "vitest";
import { HERE } from "./fan-out.fixture.ts";
import { createNewestPublications, NEWEST_INTERVAL_MS } from "./newest-publications.ts";

it("passes publications on at once, and the newest of each subject later while there is too much", () => {
  let isOverloaded = false;
  const releases: (() => void)[] = [];
  const passed: string[] = [];
  const { add, remove } = createNewestPublications({
    later: (callback, delayMs) => {
      expect(delayMs).toBe(NEWEST_INTERVAL_MS);
      releases.push(callback);
    },
    nextTurn: () => expect.unreachable("it takes no time"),
    elapsedMs: () => 0,
    isOverloaded: () => isOverloaded,
    passOn: ({ publication: { subject, record }, replaced }) => {
      passed.push(`${subject} ${JSON.stringify(record)} ${replaced}`);
    },
  });
  const publish = (subject: string, n: number) => add({ ...HERE, event: "telemetry_ua", subject, record: { n } });
  publish("op", 1);
  isOverloaded = true;
  for (const n of [2, 3, 4]) publish("op", n);
  publish("other", 1);
  isOverloaded = false;
  publish("op", 5);
  expect(passed.splice(0)).toEqual(['op {"n":1} 0']);
  for (const release of releases.splice(0)) release();
  expect(passed.splice(0)).toEqual(['op {"n":5} 3', 'other {"n":1} 0']);
  isOverloaded = true;
  publish("op", 6);
  publish("hidden", 1);
  remove("hidden");
  isOverloaded = false;
  for (const release of releases.splice(0)) release();
  expect(passed.splice(0)).toEqual(['op {"n":6} 0']);
  publish("op", 7);
  expect([passed, releases.length]).toEqual([['op {"n":7} 0'], 0]);
});

it("passes on what it held back a slice at a time, and what came meanwhile after it", () => {
  let elapsedMs = 0;
  const turns: (() => void)[] = [];
  const releases: (() => void)[] = [];
  const passed: string[] = [];
  let isOverloaded = true;
  const { add, remove } = createNewestPublications({
    later: (callback) => void releases.push(callback),
    nextTurn: (callback) => void turns.push(callback),
    elapsedMs: () => elapsedMs,
    isOverloaded: () => isOverloaded,
    passOn({ publication: { subject, record } }) {
      elapsedMs += 2;
      passed.push(`${subject} ${JSON.stringify(record)}`);
    },
  });
  const publish = (subject: string, n: number) => add({ ...HERE, event: "telemetry_ua", subject, record: { n } });
  for (const subject of ["A", "B", "C", "D", "E"]) publish(subject, 1);
  releases.shift()!();
  expect(passed.splice(0)).toEqual(['A {"n":1}', 'B {"n":1}']);
  publish("A", 2);
  publish("E", 2);
  remove("D");
  turns.shift()!();
  expect(passed.splice(0)).toEqual(['C {"n":1}', 'E {"n":1}']);
  turns.shift()!();
  expect([passed.splice(0), releases.length]).toEqual([[], 1]);
  isOverloaded = false;
  releases.shift()!();
  turns.shift()!();
  expect(passed.splice(0)).toEqual(['A {"n":2}', 'E {"n":2}']);
  publish("A", 3);
  expect([passed, turns.length, releases.length]).toEqual([['A {"n":3}'], 0, 0]);
});
