import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeOdidPack } from "../../../server/ingest/codecs/odid.encode.ts";
import { serialSource, type SerialSettings } from "../../../server/ingest/sources/serial.source.ts";
import { basicId, location } from "../../support/frames.ts";
import { connectSerialCable, hasSocat, type SerialCable } from "../../support/serial-cable.ts";
import { createDronetagSimulator } from "../../support/simulators/dronetag.simulator.ts";
import { driMessage, riderFrames } from "../../support/simulators/rider.stream.ts";
import { acceleratedTime } from "../../support/simulators/simulated-terminal.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

const STREAM_REQUEST = "0a2adbdcdbdc0a";
const MAC = Uint8Array.of(2, 0, 0, 0, 0, 1);
const TIME_MS = Date.UTC(2026, 5, 1, 12);

let directory: string;
let cable: SerialCable | undefined;
let listening: Listening | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "rider-"));
});

afterEach(async () => {
  await listening?.stop();
  await cable?.unplug();
  rmSync(directory, { recursive: true });
});

const settingsOf = ({ port }: SerialCable): SerialSettings => ({
  kind: "serial",
  path: port,
  baud_rate: 115_200,
  protocol: "rider",
  repair_crlf: false,
});

describe.skipIf(!hasSocat)("a RIDER on a serial port", () => {
  it("is asked for its stream although a probe left something in its buffer", async () => {
    cable = await connectSerialCable(join(directory, "ttyACM0"));
    const rider = createDronetagSimulator({ time: acceleratedTime(1) });
    rider.powerOn({ send: (bytes) => void cable?.send(bytes), leaveBus: () => undefined });
    // The beginning of a MAVLink frame, as whoever looks for another device at the port sends it.
    rider.receive(Uint8Array.of(0xfd, 0x14, 0, 0, 0, 0xff));
    cable.onReceived((bytes) => rider.receive(bytes));
    const source = listenTo(settingsOf(cable), serialSource(settingsOf(cable)));
    listening = source;
    source.start();
    await source.until(() => source.received.length > 0);
    expect(source.received[0]).toMatchObject({ kind: "frame" });
    rider.powerOff();
  });

  it("receives the request for its stream, again after it was plugged in again, and its messages arrive complete", async () => {
    cable = await connectSerialCable(join(directory, "ttyACM0"));
    const settings = settingsOf(cable);
    const source = listenTo(settings, serialSource(settings));
    listening = source;
    source.start();
    const pack = encodeOdidPack([basicId("1596A30AC452E72"), location(50.1, 14.4)]);
    if (pack.kind !== "encoded") throw new Error(pack.detail);
    const stream = Buffer.concat(
      Array.from({ length: 40 }, (_, index) => driMessage(pack.bytes, { mac: MAC, timeMs: TIME_MS + index * 1000 })),
    );
    for (const round of [1, 2]) {
      expect(Buffer.from(await cable.receive(7)).toString("hex")).toBe(STREAM_REQUEST);
      await cable.send(riderFrames(stream, 61));
      await source.until(() => source.received.length >= 40 * round);
      await cable.unplug();
      await source.untilState("waiting");
      if (round === 1) cable = await connectSerialCable(join(directory, "ttyACM0"));
    }
    expect(source.received).toHaveLength(80);
    expect(source.received[1]).toMatchObject({
      kind: "frame",
      observedAtMs: TIME_MS + 1000,
      technology: "wifi_beacon",
      transmitter: { kind: "mac", address: "02:00:00:00:00:01" },
      rssiDbm: -60,
      messages: [{ type: "basic_id", uasId: "1596A30AC452E72" }, { type: "location" }],
    });
    expect(source.status().refused).toEqual({});
  });
});
