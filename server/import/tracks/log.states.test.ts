import { describe, expect, it } from "vitest";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { satellitesOf, voltsOf } from "../../kernel/measured-values.ts";
import { found, tlogOf } from "./log.fixture.ts";

const T0 = Date.UTC(2026, 3, 1, 10);
const sender = { systemId: 1, componentId: 1, sequence: 0 };

function gpsRaw(satellites: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(30));
  view.setInt32(8, 500_000_000, true);
  view.setInt32(12, 140_000_000, true);
  view.setUint8(28, 3);
  view.setUint8(29, satellites);
  return encodeMavlinkFrame(sender, { messageId: 24, payload: new Uint8Array(view.buffer) });
}

function sysStatus(millivolts: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(31));
  view.setUint16(14, millivolts, true);
  view.setUint8(30, 50);
  return encodeMavlinkFrame(sender, { messageId: 1, payload: new Uint8Array(view.buffer) });
}

describe("battery and satellites of a log", () => {
  it("are those of its flight, one state a second, and null where they were not measured", async () => {
    const { flights } = await found(
      tlogOf([
        [T0 - 5_000, sysStatus(16_800)],
        [T0, gpsRaw(9)],
        [T0 + 200, sysStatus(15_210)],
        [T0 + 300, sysStatus(15_200)],
        [T0 + 1_000, gpsRaw(255)],
        [T0 + 1_100, sysStatus(0xffff)],
        [T0 + 2_000, gpsRaw(11)],
        [T0 + 9_000, sysStatus(15_000)],
      ]),
    );
    expect(flights.map(({ states }) => states)).toEqual([
      [
        { timeMs: T0, batteryV: 15.21, satellites: 9 },
        { timeMs: T0 + 2_000, batteryV: null, satellites: 11 },
      ],
    ]);
  });

  it("are read from the columns of a table", async () => {
    const { flights } = await found(
      "datetime(utc),latitude,longitude,satellites,voltage(v)\n" +
        "2026-04-01 10:00:00,50,14,12,7.9\n2026-04-01 10:00:01,50.0001,14,,0\n2026-04-01 10:00:02,50.0002,14,13,7.8\n",
    );
    expect(flights[0]?.states).toEqual([
      { timeMs: T0, batteryV: 7.9, satellites: 12 },
      { timeMs: T0 + 2_000, batteryV: 7.8, satellites: 13 },
    ]);
  });

  it("are unknown where the number cannot be one", () => {
    expect([0, -1, 65.535, 1_000, Number.NaN].map(voltsOf)).toEqual([null, null, 65.535, null, null]);
    expect([0, 255, -1, Number.NaN].map(satellitesOf)).toEqual([0, null, null, null]);
  });
});
