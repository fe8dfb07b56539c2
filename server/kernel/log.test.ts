import { expect, it } from "vitest";
import { MINUTE_MS } from "./clock.ts";
import { type Log, logCausesOnce, passErrorsOn, silentLog } from "./log.ts";

it("an error is logged once a minute for each cause, and counts what was left out", () => {
  let nowMs = 0;
  const lines: object[] = [];
  const error: Log["error"] = (fields, message) => void lines.push({ ...fields, message });
  const log = logCausesOnce({ ...silentLog, error }, { now: () => nowMs });
  const err = new Error("disk I/O error");
  for (let write = 0; write < 5; write++) log.error({ err }, "not written");
  log.error({ err: new Error("another") }, "not written");
  log.error({ rows: 1 }, "no error");
  log.error({ rows: 1 }, "no error");
  expect(lines).toEqual([
    { err, message: "not written" },
    { err: new Error("another"), message: "not written" },
    { rows: 1, message: "no error" },
    { rows: 1, message: "no error" },
  ]);
  nowMs = MINUTE_MS;
  log.error({ err }, "not written");
  expect(lines.at(-1)).toEqual({ err, leftOut: 4, message: "not written" });
});

it("each error is passed on, also one that is not logged again", () => {
  const taken: unknown[] = [];
  const err = new Error("disk I/O error");
  const log = passErrorsOn(logCausesOnce(silentLog, { now: () => 0 }), (error) => taken.push(error));
  log.error({ err }, "not written");
  log.warn({ err, rows: 1 }, "not written");
  log.error({ err }, "not written");
  log.error({ rows: 1 }, "no error");
  log.info({ err }, "not a failure");
  expect(taken).toEqual([err, err, err]);
});
