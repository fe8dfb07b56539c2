import { describe, expect, it } from "vitest";
import { distanceM } from "../../contracts/great-circle.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Decoded, DecodedFrame } from "../decoded.ts";
import { isCta2063Serial } from "../../contracts/serial-number.ts";
import { createSkippingTime } from "../manual-time.fixture.ts";
import { DEMO_AIRCRAFT } from "./demo.aircraft.ts";
import { DEMO_SLOT_MS, createDemoFrames } from "./demo.decoded.ts";
import { demoSource } from "./demo.source.ts";

const START_SLOT = Date.UTC(2026, 5, 1) / DEMO_SLOT_MS;

function framesIn(seconds: number, seed = 1): readonly Decoded[] {
  const slots = Array.from({ length: seconds * DEMO_AIRCRAFT.length }, (_, index) => Math.round(START_SLOT) + index);
  return slots.flatMap((slot) => createDemoFrames(slot, "demo", seed));
}

const frames = (decoded: readonly Decoded[]) => decoded.filter((one): one is DecodedFrame => one.kind === "frame");
const addressOf = ({ transmitter }: DecodedFrame) => (transmitter?.kind === "mac" ? transmitter.address : "none");
const idsOf = (some: readonly DecodedFrame[]) => [
  ...new Set(some.flatMap(({ messages }) => messages.flatMap((one) => (one.type === "basic_id" ? [one.uasId] : [])))),
];
const positionsOf = (some: readonly DecodedFrame[]) =>
  some.flatMap(({ messages }) =>
    messages.flatMap((one) =>
      one.type === "location" && one.latitude !== null && one.longitude !== null
        ? [{ latitude: one.latitude, longitude: one.longitude }]
        : [],
    ),
  );

describe("the demonstration", () => {
  const minute = framesIn(60);
  const byAddress = Map.groupBy(frames(minute), addressOf);

  it("is encoded and decoded without a refusal", () => {
    expect(minute.filter(({ kind }) => kind === "refused")).toEqual([]);
    expect(framesIn(3600).filter(({ kind }) => kind === "refused")).toEqual([]);
  });

  it("has eleven aircraft over four technologies, each about once a second", () => {
    expect(byAddress.size).toBe(11);
    expect(new Set(frames(minute).map(({ technology }) => technology))).toEqual(
      new Set(["wifi_beacon", "wifi_nan", "bluetooth_legacy", "bluetooth_long_range"]),
    );
    for (const some of byAddress.values()) {
      const seconds = new Set(some.map(({ observedAtMs }) => Math.floor((observedAtMs ?? 0) / 1000)));
      expect(seconds.size).toBeGreaterThan(50);
    }
  });

  it("has two receivers that report themselves, and one aircraft that both receive", () => {
    const sensors = minute.flatMap((one) => (one.kind === "sensor" ? [one.sensorId] : []));
    expect(sensors.filter((id) => id === "demo-north")).toHaveLength(6);
    expect(sensors.filter((id) => id === "demo-south")).toHaveLength(6);
    const twice = [...byAddress.values()].filter((some) => new Set(some.map(({ sensorId }) => sensorId)).size === 2);
    expect(twice.map(idsOf)).toEqual([["FSDMA000WATER07"]]);
  });

  it("has serial numbers in the form of the standard, one registration, one invalid serial number and one aircraft without an identifier", () => {
    const ids = [...byAddress.values()].flatMap(idsOf);
    expect(ids.filter(isCta2063Serial)).toHaveLength(8);
    expect(ids.filter((id) => !isCta2063Serial(id)).toSorted()).toEqual(["OE-DEMO08", "SPOOFED SERIAL"]);
    expect([...byAddress.values()].filter((some) => idsOf(some).length === 0)).toHaveLength(1);
  });

  it("flies at the speeds of drones, but for the one that jumps 40 km", () => {
    const jumpers = [...byAddress.values()].filter((some) => {
      const track = positionsOf(some.filter(({ sensorId }) => sensorId === some[0]?.sensorId));
      return track.some((position, index) => distanceM(track[index - 1] ?? position, position) > 100);
    });
    expect(jumpers.map(idsOf)).toEqual([["SPOOFED SERIAL"]]);
  });

  it("sends one message per advert over legacy Bluetooth", () => {
    const legacy = frames(minute).filter(({ technology }) => technology === "bluetooth_legacy");
    expect(legacy.every(({ messages }) => messages.length === 1)).toBe(true);
    expect(new Set(legacy.map(({ messages }) => messages[0]?.type))).toEqual(
      new Set(["basic_id", "location", "self_id", "system", "operator_id"]),
    );
  });

  it("is the same from the same seed and another from another", () => {
    expect(framesIn(5)).toEqual(framesIn(5));
    expect(framesIn(5, 2)).not.toEqual(framesIn(5));
  });

  it("follows the given clock and ends when it is aborted", async () => {
    const abort = new AbortController();
    const { clock, schedule } = createSkippingTime();
    const startMs = clock.now();
    const times: number[] = [];
    await demoSource("demo", { schedule })({
      signal: abort.signal,
      clock,
      log: silentLog,
      running: () => undefined,
      progress: () => undefined,
      async take(decoded) {
        for (const one of decoded)
          if (one.kind === "frame") times.push(Math.abs((one.observedAtMs ?? 0) - clock.now()));
        if (clock.now() - startMs >= 60_000) abort.abort();
        return new Map();
      },
    });
    expect(times.length).toBeGreaterThan(600);
    expect(Math.max(...times)).toBeLessThan(2);
  });
});
