import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDronetagSimulator, DRONETAG_SETTINGS } from "../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime } from "../support/simulators/simulated-terminal.ts";
import { runCommand as run } from "../support/station-program.ts";
import { type CommandFolder, makeCommandFolder } from "./command-line.fixture.ts";
import { startSetupStation, type SetupStation } from "./setup.fixture.ts";

describe.skipIf(!hasSocat)("what `setup dump` prints", { timeout: 120_000 }, () => {
  let commands: CommandFolder;
  let station: SetupStation;
  beforeAll(async () => {
    [commands, station] = await Promise.all([makeCommandFolder(), startSetupStation()]);
  });
  afterAll(async () => {
    await station[Symbol.asyncDispose]();
    await commands[Symbol.asyncDispose]();
  });

  const here = (name: string) => ["--port", station.pathOf(name), "--data", commands.dataDir, "--json"];

  it("of a protected Dronetag is applied to another one", async () => {
    const settings = { ...DRONETAG_SETTINGS, "app/brightness": 60, "app/calibration": null };
    const locked = { ...settings, "settings/lock": true };
    const first = await station.plugIn(
      "ttyM",
      createDronetagSimulator({ time: acceleratedTime(50), settings: locked }),
    );
    const dumped = await run(["setup", "dump", ...here("ttyM")]);
    await first.unplug();
    const { is_locked, values } = JSON.parse(dumped.out) as { is_locked: boolean; values: object };
    expect(is_locked).toBe(true);
    for (const name of ["settings/lock", "app/calibration"]) expect(values).not.toHaveProperty([name]);

    const other = { ...settings, "app/brightness": 25, "app/calibration": 7 };
    const device = createDronetagSimulator({ time: acceleratedTime(50), settings: other });
    const second = await station.plugIn("ttyM", device);
    const file = join(commands.folder, "protected.json");
    writeFileSync(file, dumped.out);
    const applied = await run(["setup", "apply", file, "--yes", ...here("ttyM")]);
    expect([applied.code, applied.err]).toEqual([0, ""]);
    expect(device.store.current()).toMatchObject({
      "app/brightness": 60,
      "app/calibration": 7,
      "settings/lock": false,
    });
    await second.unplug();
  });
});
