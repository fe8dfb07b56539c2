import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SerialPortInfo } from "../../../server/contracts/sources.ts";
import { createMavlinkDecoder } from "../../../server/ingest/codecs/mavlink.decode.ts";
import type { Decoded } from "../../../server/ingest/decoded.ts";
import { serialSource, type SerialSettings } from "../../../server/ingest/sources/serial.source.ts";
import { connectSerialCable, hasSocat, type SerialCable } from "../../support/serial-cable.ts";
import { sharedData } from "../../support/shared-data.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

const parrot = sharedData("derived-mavlink-odid", "parrot_anafi4_receiver_message_packs.mavlink");
const mini2 = sharedData("derived-mavlink-odid", "mini2_individual_messages.mavlink");
if (!hasSocat) process.stderr.write("skipped: tests of the serial source, socat is not installed\n");

let directory: string;
let cables: SerialCable[];
let listening: Listening | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "serial-"));
  cables = [];
});

afterEach(async () => {
  await listening?.stop();
  listening = undefined;
  await Promise.all(cables.map((cable) => cable.unplug()));
  rmSync(directory, { recursive: true });
});

async function plugIn(name: string): Promise<SerialCable> {
  const cable = await connectSerialCable(join(directory, name));
  cables.push(cable);
  return cable;
}

function settingsOf(path: string): SerialSettings {
  return { kind: "serial", path, baud_rate: 57_600, protocol: "mavlink", repair_crlf: false };
}

/** A recording decoded in one piece. */
function decoded(path: string): { readonly received: readonly Decoded[]; readonly packets: number } {
  const decoder = createMavlinkDecoder();
  const received = [...decoder.push(readFileSync(path)), ...decoder.end()];
  return { received, packets: decoder.counts().frames };
}

describe.skipIf(!hasSocat || parrot === undefined || mini2 === undefined)("a receiver on a serial port", () => {
  it.each([
    ["message packs of a receiver", parrot ?? "", 1260, 1140],
    ["single messages of a transmitter", mini2 ?? "", 4650, 3488],
  ])("hands over every frame of the %s", async (_, recording, packets, frames) => {
    const expected = decoded(recording);
    expect(expected.packets).toBe(packets);
    const cable = await plugIn("ttyS");
    listening = listenTo(settingsOf(cable.port), serialSource(settingsOf(cable.port)));
    listening.start();
    await listening.untilState("running");
    await cable.send(await readFile(recording));
    await listening.until(() => (listening?.received.length ?? 0) >= expected.received.length);
    expect(listening.received).toEqual(expected.received);
    expect(expected.received).toHaveLength(frames);
    expect(listening.status().refused).toEqual({});
  });

  it("resumes by itself after it was unplugged and plugged in again", async () => {
    const frames = decoded(parrot ?? "").received.length;
    let cable = await plugIn("ttyS");
    const source = listenTo(settingsOf(cable.port), serialSource(settingsOf(cable.port)));
    listening = source;
    source.start();
    for (let round = 1; round <= 3; round += 1) {
      await source.untilState("running");
      await cable.send(await readFile(parrot ?? ""));
      await source.until(() => source.received.length >= round * frames);
      await cable.unplug();
      await source.untilState("waiting");
      expect(source.status().last_error).toMatch(/unplugged|There is no port/);
      cable = await plugIn("ttyS");
    }
    await source.untilState("running");
    expect(source.received).toHaveLength(3 * frames);
  });

  it("follows its device to another port by its USB serial number, and leaves another device alone", async () => {
    // The list of ports is the one part that is not real: a pseudo terminal has no USB descriptor.
    const usb = (path: string, serialNumber: string): SerialPortInfo => ({
      path: realpathSync(path),
      manufacturer: "Espressif",
      product: null,
      vendor_id: "303a",
      product_id: "1001",
      serial_number: serialNumber,
    });
    const first = await plugIn("ttyACM0");
    let devices: readonly (readonly [port: string, serialNumber: string])[] = [[first.port, "A"]];
    let afterListing: (() => Promise<unknown>) | undefined;
    const list = async () => {
      const ports = devices.filter(([port]) => existsSync(port)).map(([port, serialNumber]) => usb(port, serialNumber));
      await afterListing?.();
      return ports;
    };
    const source = listenTo(settingsOf(first.port), serialSource(settingsOf(first.port), { list }));
    listening = source;
    source.start();
    await source.untilState("running");
    const other = await plugIn("ttyACM1");
    devices = [];
    // The worst moment for another device to appear: the ports are listed, and none is opened yet.
    afterListing = async () => {
      afterListing = undefined;
      await plugIn("ttyACM0");
      devices = [[first.port, "B"]];
    };
    await first.unplug();
    await source.until(() => source.status().last_error?.startsWith("Another device is at") === true);
    devices = [
      [first.port, "B"],
      [other.port, "A"],
    ];
    await source.untilState("running");
    await other.send(await readFile(parrot ?? ""));
    await source.until(() => source.received.length >= 1140);
    expect(source.received).toHaveLength(1140);
  });

  it("reports in a sentence that the port does not exist, and opens it once it does", async () => {
    const port = join(directory, "late");
    const source = listenTo(settingsOf(port), serialSource(settingsOf(port)));
    listening = source;
    source.start();
    await source.untilState("waiting");
    expect(source.status().last_error).toBe(`There is no port ${port}; is the device plugged in?`);
    await plugIn("late");
    await source.untilState("running");
  });

  it("releases the port once it is stopped", async () => {
    const cable = await plugIn("ttyS");
    listening = listenTo(settingsOf(cable.port), serialSource(settingsOf(cable.port)));
    listening.start();
    await listening.untilState("running");
    const second = listenTo(settingsOf(cable.port), serialSource(settingsOf(cable.port)));
    second.start();
    await second.untilState("waiting");
    expect(second.status().last_error).toBe(`The port ${realpathSync(cable.port)} is in use by another program.`);
    await listening.stop();
    await second.untilState("running");
    await second.stop();
  });
});
