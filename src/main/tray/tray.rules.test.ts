import { afterEach, describe, expect, it } from "vitest";
import type { SourceReport } from "../sources/source-activity.rules.ts";
import { setDesktopLanguage } from "../text/desktop-text.ts";
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

afterEach(() => setDesktopLanguage("en"));

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
    expect(trayStateOf(sources, NOW)).toMatchObject({ mark, sentence });
  });
});

describe("the lines of the menu beside the clock", () => {
  const linesOf = (sources: readonly SourceReport[]) => trayStateOf(sources, NOW).lines;
  const several = [
    source({ name: "Roof" }),
    source({ name: "Van", state: "waiting" }),
    source({ name: "Mast", lastFrameMs: NOW - 50 * 60 * MINUTE_MS }),
    source({ name: "Push", isActive: false, lastFrameMs: null }),
    source({ name: "Replay", state: "finished", isActive: false }),
  ];

  it("say what each source does, where there are several", () => {
    expect(linesOf([source({})])).toEqual([]);
    expect(linesOf(several)).toEqual([
      "Roof: receiving",
      "Van: not receiving",
      "Mast: nothing for 2 days",
      "Push: nothing yet",
      "Replay: ended",
    ]);
  });

  it("speak the language of the desktop, with its plural forms", () => {
    setDesktopLanguage("cs");
    expect(linesOf(several)[2]).toBe("Mast: bez příjmu 2 dny");
    setDesktopLanguage("de");
    expect(linesOf(several)[2]).toBe("Mast: nichts seit 2 Tagen");
  });

  it("are few enough for a glance", () => {
    const lines = linesOf(Array.from({ length: 12 }, (_, at) => source({ name: `S${at}` })));
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toBe("And 5 more");
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
