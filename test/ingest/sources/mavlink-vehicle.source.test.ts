import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SourceSettings } from "../../../server/contracts/sources.ts";
import type { SourceInput } from "../../../server/ingest/decoded.ts";
import {
  mavlinkVehicleSource,
  type MavlinkVehicleSettings,
} from "../../../server/ingest/sources/mavlink-vehicle.source.ts";
import { createMavlinkParser } from "../../../server/kernel/mavlink.frame.ts";
import { connectSerialCable, hasSocat } from "../../support/serial-cable.ts";
import { createVehicleWriter, groundStationHeartbeat, serveVehicleStream } from "../../support/simulated-vehicle.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

if (!hasSocat) process.stderr.write("skipped: the stream of an autopilot on a serial port, socat is not installed\n");

let directory: string;
let listening: Listening | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "vehicle-"));
});

afterEach(async () => {
  await listening?.stop();
  listening = undefined;
  rmSync(directory, { recursive: true });
});

function listen(settings: object): Listening {
  const parsed = SourceSettings.parse({ kind: "mavlink_vehicle", ...settings }) as MavlinkVehicleSettings;
  listening = listenTo(parsed, mavlinkVehicleSource(parsed));
  listening.start();
  return listening;
}

const readings = (received: readonly SourceInput[]) =>
  received.flatMap((one) => (one.kind === "vehicle" ? one.reading : []));

function framesOf(version: 1 | 2): readonly Uint8Array[] {
  const writer = createVehicleWriter({ version, systemId: 7 });
  return [
    writer.heartbeat(true),
    groundStationHeartbeat(),
    writer.position(50.1, 14.4, 20),
    writer.battery(15.2, 84),
    writer.receiver(50.1, 14.4, 17),
  ];
}

const EXPECTED = [
  { systemId: 7, sequence: 0, heartbeat: { isArmed: true, isAircraft: true, isAutopilot: true, mode: "LOITER" } },
  // The ground station says of itself that it is none; it has the component id of an autopilot here.
  { systemId: 255, heartbeat: { isAircraft: false, isAutopilot: false } },
  {
    sequence: 1,
    estimated: {
      latitudeE7: 501_000_000,
      longitudeE7: 144_000_000,
      altitudeMslMm: 320_000,
      altitudeAtoMm: 20_000,
      headingCdeg: 5313,
      horizontalSpeedMmps: 5000,
      velocityUpMmps: 1000,
    },
  },
  { sequence: 2, batteryV: 15.2, batteryPercent: 84 },
  { sequence: 3, received: { altitudeMslMm: 300_000 }, satellites: 17 },
];

describe("the stream of the operator's own autopilot", () => {
  it.each([1, 2] as const)("is read from UDP in MAVLink %i, several frames in a datagram or one", async (version) => {
    const sender = createSocket("udp4").bind(0, "127.0.0.1");
    await once(sender, "listening");
    // A port that was free a moment ago.
    const probe = createSocket("udp4").bind(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address();
    probe.close();
    await once(probe, "close");
    const source = listen({ url: `udp://127.0.0.1:${port}` });
    await source.untilState("running");
    const frames = framesOf(version);
    sender.send(Buffer.concat(frames), port, "127.0.0.1");
    await source.until(() => readings(source.received).length >= 5);
    for (const frame of frames) sender.send(frame, port, "127.0.0.1");
    await source.until(() => readings(source.received).length >= 10);
    expect(readings(source.received)).toMatchObject([...EXPECTED, ...EXPECTED]);
    expect(
      readings(source.received)
        .slice(0, 5)
        .map(({ bytes }) => Buffer.from(bytes)),
    ).toEqual(frames.map(Buffer.from));
    sender.close();
  });

  it("is read from a TCP server, whose end is waited for, and which is sent nothing", async () => {
    const server = await serveVehicleStream();
    const source = listen({ url: server.url });
    await source.until(() => server.isConnected());
    await source.untilState("running");
    const stream = Buffer.concat(framesOf(2));
    server.send(stream.subarray(0, 50));
    server.send(stream.subarray(50));
    await source.until(() => readings(source.received).length >= 5);
    expect(readings(source.received)).toMatchObject(EXPECTED);
    server.disconnect();
    await source.untilState("waiting");
    expect(source.status().last_error).toMatch(/closed the connection; waiting/);
    await source.untilState("running");
    await server.close();
  });

  it("is requested by the heartbeat of a ground station where the settings enable that", async () => {
    const server = await serveVehicleStream();
    const source = listen({ url: server.url, send_heartbeat: true });
    await source.until(() => server.isConnected());
    const sent = createMavlinkParser().push(await server.receive());
    expect(sent).toMatchObject([{ messageId: 0, systemId: 255, componentId: 190 }]);
    // MAV_TYPE_GCS without an autopilot.
    expect([...sent[0]!.payload].slice(4, 6)).toEqual([6, 8]);
    await source.stop();
    await server.close();
  });

  it.skipIf(!hasSocat)("is read from a serial port, which may be unplugged and come back", async () => {
    const name = join(directory, "ttyS");
    const source = listen({ url: name });
    for (const round of [1, 2]) {
      const cable = await connectSerialCable(name);
      await source.untilState("running");
      await cable.send(Buffer.concat(framesOf(2)));
      await source.until(() => readings(source.received).length >= round * 5);
      await cable.unplug();
      await source.untilState("waiting");
    }
    expect(readings(source.received)).toMatchObject([...EXPECTED, ...EXPECTED]);
  });

  it("explains in one sentence why it is not available", async () => {
    const server = await serveVehicleStream();
    await server.close();
    const source = listen({ url: server.url });
    await source.untilState("waiting");
    expect(source.status().last_error).toBe(`Nothing listens at ${server.url.slice(6)}; waiting for it.`);
  });
});
