import { expect, it } from "vitest";
import { judgeReadiness, type Measured } from "./readiness.rules.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 8);
const well: Measured = {
  freeBytes: 10e9,
  waitingRecords: 12,
  waitingSinceMs: NOW_MS - 200,
  residentBytes: 300e6,
  totalBytes: 8e9,
  isDamaged: false,
  failingSources: 0,
  failingPeers: 0,
};
const failing = (change: Partial<Measured>) => {
  const { ready, checks } = judgeReadiness({ ...well, ...change }, NOW_MS, true);
  return { ready, failed: checks.filter(({ ok }) => !ok).map(({ name }) => name) };
};

it("a station that stores what it is sent is ready", () => {
  expect(failing({})).toEqual({ ready: true, failed: [] });
  expect(failing({ freeBytes: null, waitingSinceMs: null })).toEqual({ ready: true, failed: [] });
});

it.each([
  ["disk", { freeBytes: 1e6 }],
  ["last_commit", { waitingSinceMs: NOW_MS - 6000 }],
  ["queue", { waitingRecords: 20_001 }],
  ["memory", { residentBytes: 7e9 }],
  ["integrity", { isDamaged: true }],
] as const)("a station is not ready because of %s", (name, change) => {
  expect(failing(change)).toEqual({ ready: false, failed: [name] });
});

it("a receiver or a peer that cannot be reached is reported, but the station is ready", () => {
  expect(failing({ failingSources: 1, failingPeers: 2 })).toEqual({ ready: true, failed: ["sources", "sync"] });
});

it("strangers see what fails, without the values", () => {
  const { checks } = judgeReadiness({ ...well, freeBytes: 5 }, NOW_MS, false);
  expect(checks[0]).toMatchObject({ name: "disk", ok: false, value: null, limit: null });
});
