import { describe, expect, it } from "vitest";
import type { SourceReport } from "../sources/source-activity.rules.ts";
import { formatDuration, trayStateOf } from "./tray.rules.ts";

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const source = (part: Partial<SourceReport>): SourceReport => ({
  name: "Roof",
  state: "running",
  isActive: true,
  lastFrameMs: NOW,
  ...part,
});

describe("trayStateOf", () => {
  it.each([
    ["receiving", [source({})], "receiving", "Receiving"],
    ["two that receive", [source({}), source({})], "receiving", "Receiving from 2 sources"],
    ["nothing for a while", [source({ lastFrameMs: NOW - 5 * MINUTE_MS })], "quiet", "Nothing received for 5 min"],
    ["nothing ever", [source({ lastFrameMs: null })], "quiet", "Nothing received yet"],
    ["a failed one", [source({}), source({ name: "Van", state: "waiting" })], "error", "Not receiving: Van"],
    ["none", [], "idle", "No source is active"],
    ["a station that is down", undefined, "error", "The station is not running"],
  ] as const)("shows %s", (_what, sources, mark, sentence) => {
    expect(trayStateOf(sources, NOW)).toEqual({ mark, sentence });
  });
});

describe("formatDuration", () => {
  it.each([
    [1_000, "1 min"],
    [119 * MINUTE_MS, "119 min"],
    [120 * MINUTE_MS, "2 h"],
    [47 * 60 * MINUTE_MS, "47 h"],
    [48 * 60 * MINUTE_MS, "2 days"],
  ])("%d ms is %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
