import { describe, expect, it } from "vitest";
import { linkedSpeeds } from "../../../preload/contract.ts";
import { SPEEDS } from "../features/timeline/replay-time.ts";
import { liveLinkOf } from "./live-link.ts";

const aircraft = "0198f3a2-7c1e-7a40-9d3f-2f6f1f0c9a11";
const momentMs = Date.UTC(2026, 10, 22, 10);

describe("liveLinkOf", () => {
  it("carries the view, the aircraft, and in a past time the moment and the speed", () => {
    const query = { at: "47.07,15.43,12", aircraft, speed: "10", text: "roof" };
    expect(liveLinkOf(query, undefined)).toBe(`fieldstation://page/live?at=47.07000,15.43000,12&aircraft=${aircraft}`);
    expect(liveLinkOf(query, momentMs)).toBe(
      `fieldstation://moment/2026-11-22T10:00:00.000Z?at=47.07000,15.43000,12&aircraft=${aircraft}&speed=10`,
    );
    expect(liveLinkOf({}, undefined)).toBe("fieldstation://page/live");
  });

  it("leaves out what the app would refuse", () => {
    const typed = { at: "here", aircraft: "../tokens", speed: "3" };
    expect(liveLinkOf(typed, momentMs)).toBe("fieldstation://moment/2026-11-22T10:00:00.000Z");
  });

  it("knows the speeds of the timeline", () => {
    expect(linkedSpeeds).toEqual(SPEEDS.map(String));
  });
});
