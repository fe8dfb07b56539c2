import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemSchedule } from "../../../server/kernel/clock.ts";
import { dronetagFamily } from "../../../server/setup/dronetag/dronetag.family.ts";
import { createDronetagProbe } from "../../../server/setup/dronetag/dronetag.probe.ts";
import type { Device } from "../../../server/setup/family.ts";
import { createIdentify } from "../../../server/setup/identify/device.identify.ts";
import type { Link } from "../../../server/setup/link.ts";
import { createSerialLinks } from "../../../server/setup/serial.link.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../../support/simulators/dronetag.simulator.ts";
import {
  hasSocat,
  acceleratedTime,
  plugIntoTerminal,
  type SimulatedCable,
} from "../../support/simulators/simulated-terminal.ts";
import { IDENTITY, planned, wantedOf } from "./dronetag.fixture.ts";

let directory: string;
let cables: SimulatedCable[];
let links: Link[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dronetag-"));
  cables = [];
  links = [];
});

afterEach(async () => {
  await Promise.all(links.map((link) => link.close()));
  await Promise.all(cables.map((cable) => cable.unplug()));
  rmSync(directory, { recursive: true });
});

const openLink = createSerialLinks(async () => []);

describe.skipIf(!hasSocat)("a Dronetag behind a pseudo-terminal", () => {
  it("is identified, read, written, restarted, and verified at its new port", async () => {
    // Faster than a real one: the client's pauses are then long enough on any machine.
    const simulator = createDronetagSimulator({ time: acceleratedTime(50) });
    const [first, second] = [join(directory, "ttyACM0"), join(directory, "ttyACM1")];
    cables.push(await plugIntoTerminal(first, simulator, { comesBackAs: second }));
    const open = async (path: string): Promise<Device> => {
      const link = await openLink({ path, baudRate: 57_600 });
      links.push(link);
      return { link, now: Date.now, schedule: systemSchedule, signal: new AbortController().signal };
    };
    const device = await open(first);
    const identified = await createIdentify(createDronetagProbe)(device, { repairLineEndings: false });
    expect(identified).toMatchObject({ family: "dronetag", identity: { serial_number: DRONETAG_SERIAL } });
    const reading = await dronetagFamily.read(device, () => undefined);
    const wanted = wantedOf({ "app/brightness": 10, "app/name": "\n\u06db" });
    const { changes } = planned(dronetagFamily.plan(reading, wanted, IDENTITY));
    const results = await dronetagFamily.write(device, { changes, onResult: () => undefined });
    expect(results.map(({ result }) => result)).toEqual(["verified", "verified"]);
    expect(await dronetagFamily.restart(device)).toBe("restarting");
    await expect.poll(() => existsSync(second)).toBe(true);
    const again = await open(second);
    expect(await dronetagFamily.verify(again, results)).toEqual(results);
    expect(simulator.restarts()).toBe(1);
  });
});
