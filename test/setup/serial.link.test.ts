import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemSchedule } from "../../server/kernel/clock.ts";
import { openFailureOf } from "../../server/serial/serial-port.failure.ts";
import type { Device } from "../../server/setup/family.ts";
import { createIdentify } from "../../server/setup/identify/device.identify.ts";
import type { Link } from "../../server/setup/link.ts";
import { createSerialLinks } from "../../server/setup/serial.link.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import {
  hasSocat,
  acceleratedTime,
  plugIntoTerminal,
  type SimulatedCable,
} from "../support/simulators/simulated-terminal.ts";
import { family, identity, uasId } from "./arduremoteid.fixture.ts";

if (!hasSocat) process.stderr.write("skipped: tests of the serial link, socat is not installed\n");

let directory: string;
let cables: SimulatedCable[];
let links: Link[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "setup-"));
  cables = [];
  links = [];
});

afterEach(async () => {
  await Promise.all(links.map((link) => link.close()));
  await Promise.all(cables.map((cable) => cable.unplug()));
  rmSync(directory, { recursive: true });
});

async function plugIn(name = "ttyACM0") {
  const simulator = createArduRemoteId(acceleratedTime(20));
  const port = join(directory, name);
  const cable = await plugIntoTerminal(port, simulator);
  cables.push(cable);
  return { simulator, cable, port };
}

const openLink = createSerialLinks(async () => []);

async function openDevice(path: string): Promise<Device> {
  const link = await openLink({ path, baudRate: 57_600 });
  links.push(link);
  return { link, now: Date.now, schedule: systemSchedule, signal: new AbortController().signal };
}

describe.skipIf(!hasSocat)("a module behind a pseudo-terminal", () => {
  it("is identified, read, written and verified", async () => {
    const { simulator, port } = await plugIn();
    const device = await openDevice(port);
    const identifying = createIdentify(() => ({ push: () => undefined }))(device, { repairLineEndings: false });
    // Its version is what it says first.
    simulator.pulseRts();
    expect(await identifying).toMatchObject({ family: "arduremoteid", identity: { firmware: "1.14 (fc426731)" } });
    const reading = await family.read(device, () => undefined);
    expect(reading.values).toHaveLength(20);
    const plan = family.plan(reading, { values: { BT4_RATE: 2, WIFI_CHANNEL: 9 }, source: "person", uasId }, identity);
    if (plan.kind !== "planned") throw new Error("The plan was refused.");
    const results = await family.write(device, { changes: plan.changes, onResult: () => undefined });
    expect(results.map(({ result }) => result)).toEqual(["verified", "verified", "unproven"]);
    expect(await family.verify(device, results)).toMatchObject(results);
    expect(simulator.values()).toMatchObject({ BT4_RATE: 2, WIFI_CHANNEL: 9, UAS_ID_TYPE: 1 });
    expect(simulator.uasId()).toBe(uasId.id);
  });

  it("that is unplugged ends the step, and the port is free for it when it comes back", async () => {
    const { cable, port } = await plugIn();
    const device = await openDevice(port);
    const outcome = family.read(device, () => undefined).catch((error: unknown) => error);
    await cable.unplug();
    expect(await outcome).toMatchObject({ code: "lost" });
    await expect(device.link.write(Uint8Array.of(1))).rejects.toMatchObject({ code: "lost" });
    const again = await plugIn();
    const returned = await openDevice(again.port);
    expect((await family.read(returned, () => undefined)).values).toHaveLength(20);
  });

  it("that another program has open is in use, after three attempts two seconds apart, until it is closed", async () => {
    const { port } = await plugIn();
    const { link } = await openDevice(port);
    const waited: number[] = [];
    const impatient = createSerialLinks(
      async () => [],
      (callback, delayMs) => {
        waited.push(delayMs);
        const immediate = setImmediate(callback);
        return () => clearImmediate(immediate);
      },
    );
    await expect(impatient({ path: port, baudRate: 57_600 })).rejects.toMatchObject({ code: "port_in_use" });
    expect(waited).toEqual([2000, 2000]);
    await link.close();
    await openDevice(port);
  });

  it("changes its rate and has no lines to pull", async () => {
    const { port } = await plugIn();
    const { link } = await openDevice(port);
    await link.setBaudRate(115_200);
    await link.pulseRts(1);
    expect(link.closed.aborted).toBe(false);
  });
});

describe("a port that cannot be opened", () => {
  it("that does not exist is reported", async () => {
    await expect(openLink({ path: join(directory, "none"), baudRate: 57_600 })).rejects.toMatchObject({
      code: "no_such_port",
      message: expect.stringContaining("is the device plugged in?"),
    });
  });

  it.each([
    ["Error: Permission denied, cannot open /dev/ttyUSB0", "linux", "no_permission", "dialout"],
    ["Error: Permission denied, cannot open", "openbsd", "no_permission", "administrator"],
    ["Opening COM3: Access denied", "win32", "port_in_use", "another program"],
    ["Opening COM9: File not found", "win32", "no_such_port", "CH340"],
    ["Error Resource temporarily unavailable Cannot lock port", "linux", "port_in_use", "another program"],
    ["Error: Inappropriate ioctl for device", "linux", "unusable", "Inappropriate"],
  ] as const)("names the one remedy of its system: %s (%s)", (text, platform, code, remedy) => {
    const failure = openFailureOf("/dev/ttyUSB0", new Error(text), platform);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(remedy) });
  });
});
