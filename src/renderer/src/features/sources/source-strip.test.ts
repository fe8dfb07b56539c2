import { describe, expect, it } from "vitest";
import type { Source } from "../../../../../server/contracts/sources.ts";
import { formatShare, sourcesSummaryOf, sourceStripOf } from "./source-strip.ts";

const NOW_MS = Date.parse("2026-11-22T01:03:36.000Z");
const plain = (text: string) => text.replaceAll("\u00a0", " ");

function source(changes: Partial<Source> = {}): Source {
  return {
    id: "a",
    name: "Roof",
    sensor_id: "roof",
    enabled: true,
    with_station: false,
    settings: { kind: "udp", host: "127.0.0.1", port: 9999 },
    state: "running",
    progress: null,
    frames: 100,
    frames_per_second: 12.34,
    refused: {},
    refused_share: 0,
    last_frame_at: "2026-11-22T01:03:34.000Z",
    behind_s: null,
    peer_name: null,
    last_error: null,
    last_error_at: null,
    ...changes,
  };
}

it("is none if the only source is that of the station's own position", () => {
  const own = source({ settings: { kind: "position", url: "gpsd://127.0.0.1:2947", baud_rate: 9600 }, frames: 0 });
  expect(sourcesSummaryOf([own])).toBe("none");
  expect(sourceStripOf([own], Date.parse("2026-11-22T01:03:37.000Z"))).toEqual([]);
  expect(sourceStripOf([{ ...own, state: "waiting" }], 0)).toMatchObject([{ name: "Roof", isTroubled: true }]);
});

describe("a source in the strip", () => {
  it("has its rate, its refused share and the seconds since its last frame", () => {
    const [roof] = sourceStripOf([source({ refused_share: 0.25 })], NOW_MS);
    expect(plain(roof!.values)).toBe("12.3/s · 25 % refused · 2 s ago");
    expect(plain(roof!.spoken)).toBe("Roof: 12.3 frames per second, 25 % refused, last frame 2 s ago");
    expect(roof!.isTroubled).toBe(true);
  });

  it("says that no frame has come, and invents neither a share nor an age", () => {
    const [roof] = sourceStripOf(
      [source({ frames: 0, frames_per_second: 0, refused_share: null, last_frame_at: null })],
      0,
    );
    expect(plain(roof!.values)).toBe("0.0/s · no frame yet");
  });

  it("has no share where nothing arrived to be refused", () => {
    const [roof] = sourceStripOf([source({ frames_per_second: 0, refused_share: null })], NOW_MS);
    expect(plain(roof!.values)).toBe("0.0/s · 2 s ago");
    expect(plain(roof!.spoken)).toBe("Roof: no frames now, last frame 2 s ago");
  });

  it("that sends what is long past says how long, as trouble", () => {
    const [roof] = sourceStripOf([source({ behind_s: 7_260 })], NOW_MS);
    expect(plain(roof!.values)).toBe("12.3/s · 2 h behind");
    expect(plain(roof!.spoken)).toBe("Roof: 12.3 frames per second, 2 h behind the station's clock");
    expect(roof!.isTroubled).toBe(true);
  });

  it("that waits for a retry is shown as such, and first; one that is off is not listed", () => {
    const strip = sourceStripOf(
      [source(), source({ id: "b", name: "Mast", state: "waiting" }), source({ id: "c", enabled: false })],
      NOW_MS,
    );
    expect(strip.map(({ name, values }) => `${name}: ${plain(values)}`)).toEqual([
      "Mast: Waiting to retry",
      "Roof: 12.3/s · 0 % refused · 2 s ago",
    ]);
  });

  it("that has received nothing comes after those that receive", () => {
    const idle = source({ name: "Push", last_frame_at: null });
    expect(sourceStripOf([idle, source({ id: "b" })], NOW_MS).map(({ name }) => name)).toEqual(["Roof", "Push"]);
  });

  it.each([
    [0, "0 %"],
    [0.004, "<1 %"],
    [0.5, "50 %"],
    [0.996, ">99 %"],
    [1, "100 %"],
  ] as const)("writes a share of %s as %s", (share, text) => {
    expect(plain(formatShare(share))).toBe(text);
  });
});

describe("the sources together", () => {
  const push = { settings: { kind: "push" }, frames: 0 } as const;

  it.each([
    ["none", []],
    ["off", [source({ enabled: false })]],
    ["waiting_for_push", [source(push)]],
    ["running", [source(push), source({ id: "b" })]],
    ["running", [source({ ...push, frames: 1 })]],
    ["not_running", [source({ state: "waiting" })]],
    ["some_running", [source(), source({ id: "b", state: "waiting" })]],
    ["off", [source({ ...push, enabled: false })]],
  ] as const)("are %s", (summary, sources) => {
    expect(sourcesSummaryOf(sources)).toBe(summary);
  });
});
