import { expect, it } from "vitest";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { found, tlogOf } from "./log.fixture.ts";
import { AIRCRAFT, heartbeat, T0 } from "./traps.fixture.ts";

const STATION = { systemId: 255, componentId: 190, sequence: 0 };

function position(latitudeE7: number): { readonly messageId: number; readonly payload: Uint8Array } {
  const view = new DataView(new ArrayBuffer(28));
  view.setInt32(4, latitudeE7, true);
  view.setInt32(8, latitudeE7 === 0 ? 0 : 140_000_000, true);
  view.setInt32(12, 300_000, true);
  view.setInt32(16, 40_000, true);
  view.setInt16(22, 500, true);
  view.setInt16(24, -100, true);
  return { messageId: 33, payload: new Uint8Array(view.buffer) };
}

it("reads the aircraft of a telemetry log: not its ground station, no garbage, no absurd times", async () => {
  const log = tlogOf([
    [T0, encodeMavlinkFrame(AIRCRAFT, heartbeat(2))],
    [T0, encodeMavlinkFrame(STATION, heartbeat(6))],
    [T0 + 1, encodeMavlinkFrame(AIRCRAFT, position(0))],
    [T0 + 2, encodeMavlinkFrame(AIRCRAFT, position(500_000_000))],
    [T0 + 3, encodeMavlinkFrame(STATION, position(510_000_000))],
    [1, encodeMavlinkFrame(AIRCRAFT, position(500_000_001))],
    [Date.UTC(2090, 0), encodeMavlinkFrame(AIRCRAFT, position(500_000_002))],
  ]);
  const { points, dropped } = await found(
    Buffer.concat([log, Buffer.from("\xfegarbage\xfd", "latin1"), log.subarray(0, 40)]),
  );
  expect(dropped).toMatchObject({ no_fix: 1, not_aircraft: 1, absurd_time: 2 });
  expect(points).toMatchObject([
    {
      timeMs: T0 + 2,
      latitudeE7: 500_000_000,
      altitudeMslMm: 300_000,
      altitudeAtoMm: 40_000,
      headingCdeg: 9000,
      velocityEastMmps: 5000,
      velocityUpMmps: 1000,
    },
  ]);
});

it("reads all positions of an aircraft that has an ADS-B receiver on board, with its own system id", async () => {
  const adsb = encodeMavlinkFrame({ ...AIRCRAFT, componentId: 156 }, heartbeat(27));
  const { points, dropped } = await found(
    tlogOf([
      [T0, encodeMavlinkFrame(AIRCRAFT, heartbeat(2))],
      [T0 + 1, adsb],
      [T0 + 2, encodeMavlinkFrame(AIRCRAFT, position(500_000_000))],
      [T0 + 1000, encodeMavlinkFrame(AIRCRAFT, heartbeat(2))],
      [T0 + 1001, adsb],
      [T0 + 1002, encodeMavlinkFrame(AIRCRAFT, position(500_000_100))],
    ]),
  );
  expect([points.map(({ timeMs }) => timeMs - T0), dropped]).toEqual([[2, 1002], {}]);
});
