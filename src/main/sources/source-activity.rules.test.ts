import { describe, expect, it } from "vitest";
import type { Source } from "../../../server/contracts/sources.ts";
import { QUIET_AFTER_MS, reportSources, type SourceReport, summarizeSources } from "./source-activity.rules.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");

const source = (part: Partial<Source>): Source => ({
  id: "7d7a6a3e-63c4-4c0e-8f5c-6a3f1c2b9d10",
  name: "Roof",
  sensor_id: "roof",
  enabled: true,
  with_station: false,
  settings: { kind: "udp", host: "127.0.0.1", port: 9999 },
  state: "running",
  progress: null,
  frames: 3,
  frames_per_second: 1,
  refused: {},
  refused_share: null,
  last_frame_at: "2026-11-22T09:59:59.000Z",
  behind_s: null,
  peer_name: null,
  last_error: null,
  last_error_at: null,
  ...part,
});

const report = (part: Partial<SourceReport>): SourceReport => ({
  name: "Roof",
  state: "running",
  isActive: true,
  lastFrameMs: NOW - 1_000,
  ...part,
});

describe("reportSources", () => {
  it("leaves out what is switched off, and says nothing of paths and addresses", () => {
    const reports = reportSources([source({}), source({ name: "Off", enabled: false })]);
    expect(reports).toEqual([{ name: "Roof", state: "running", isActive: true, lastFrameMs: NOW - 1_000 }]);
  });

  it("counts a push source once somebody has pushed, and no replay that has ended", () => {
    const isActive = (part: Partial<Source>) => reportSources([source(part)])[0]?.isActive;
    expect(isActive({ settings: { kind: "push" }, last_frame_at: null })).toBe(false);
    expect(isActive({ settings: { kind: "push" } })).toBe(true);
    expect(isActive({ state: "finished" })).toBe(false);
    expect(isActive({ state: "waiting" })).toBe(true);
  });
});

describe("summarizeSources", () => {
  it("says that a source fails before anything else", () => {
    expect(summarizeSources([report({}), report({ name: "Van", state: "waiting" })], NOW)).toEqual({
      kind: "failing",
      names: ["Van"],
    });
  });

  it("counts the sources that receive now", () => {
    const old = report({ lastFrameMs: NOW - QUIET_AFTER_MS });
    expect(summarizeSources([report({}), old], NOW)).toEqual({ kind: "receiving", sources: 1 });
  });

  it("says since when nothing has arrived, and that nothing ever has", () => {
    const old = report({ lastFrameMs: NOW - QUIET_AFTER_MS });
    expect(summarizeSources([old, report({ lastFrameMs: null })], NOW)).toEqual({
      kind: "quiet",
      sinceMs: QUIET_AFTER_MS,
    });
    expect(summarizeSources([report({ lastFrameMs: null })], NOW)).toEqual({ kind: "quiet", sinceMs: undefined });
  });

  it("tells no sources from a station that does not run", () => {
    expect(summarizeSources([], NOW)).toEqual({ kind: "none" });
    expect(summarizeSources([report({ isActive: false })], NOW)).toEqual({ kind: "none" });
    expect(summarizeSources(undefined, NOW)).toEqual({ kind: "stopped" });
  });
});
