import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { saveAgeClock } from "../../storage/age-clock.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { type AuditService, createAudit } from "./index.ts";

const START_MS = Date.UTC(2026, 10, 20);
const YEARS_MS = 11 * 365 * DAY_MS;
let temp: TempStore;
let nowMs: number;
let audit: AuditService;
const start = () => createAudit({ db: temp.store.writer, clock: { now: () => nowMs }, log: silentLog }).service;
beforeEach(() => {
  temp = openTempStore();
  nowMs = START_MS;
  audit = start();
});
afterEach(() => temp[Symbol.dispose]());

const refuse = () => audit.record({ kind: "credential_refused", userId: null, actorId: null, address: "192.0.2.1" });
const count = () => audit.list({ limit: 10, offset: 0 }).total;

it("what happens with every request is recorded once an hour, also after the clock was ahead", () => {
  nowMs = START_MS + YEARS_MS;
  refuse();
  refuse();
  expect(count()).toBe(1);
  nowMs = START_MS;
  refuse();
  refuse();
  nowMs = START_MS + HOUR_MS;
  refuse();
  expect(count()).toBe(3);
});

it("a start with a clock that has jumped ahead removes no entry, and one whose ages have come so far does", () => {
  refuse();
  saveAgeClock(temp.store.writer, { timeMs: nowMs, jump: null });
  nowMs += YEARS_MS;
  audit = start();
  refuse();
  expect(count()).toBe(2);
  saveAgeClock(temp.store.writer, { timeMs: nowMs, jump: null });
  nowMs += HOUR_MS;
  audit = start();
  refuse();
  expect(count()).toBe(2);
});
