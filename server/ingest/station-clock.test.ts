import { expect, test } from "vitest";
import { MAC, SERIAL, basicId, frame, location } from "../../test/support/frames.ts";
import { createStationClock } from "./station-clock.ts";

const T0 = Date.UTC(2026, 5, 1, 10);

test("simultaneous frames of one transmitter are a millisecond apart, those of different ones are not", () => {
  const stamp = createStationClock({ now: () => T0 });
  const mine = frame([location(47, 8)]);
  const other = frame([location(47, 8)], { transmitter: { kind: "mac", address: "02:00:00:00:00:02" } });
  expect([stamp(mine, "roof"), stamp(mine, "roof"), stamp(other, "roof"), stamp(mine, "van")]).toEqual([
    T0,
    T0 + 1,
    T0,
    T0,
  ]);
});

test("without an address, transmitters are distinguished by the declared id", () => {
  const stamp = createStationClock({ now: () => T0 });
  const one = frame([basicId(SERIAL), location(47, 8)], { transmitter: null });
  const other = frame([basicId(MAC), location(47, 8)], { transmitter: null });
  expect([stamp(one, "roof"), stamp(other, "roof"), stamp(one, "roof")]).toEqual([T0, T0, T0 + 1]);
});

test("accepts that the clock is set back", () => {
  let now = T0;
  const stamp = createStationClock({ now: () => now });
  stamp(frame([]), "roof");
  now = T0 - 3_600_000;
  expect(stamp(frame([]), "roof")).toBe(now);
});
