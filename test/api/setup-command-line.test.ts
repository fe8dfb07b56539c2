import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SetupPlan, SetupSession } from "../../server/contracts/setup.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../support/simulators/dronetag.simulator.ts";
import { hasSocat, hastyTime, plugIntoTerminal, realTime } from "../support/simulators/simulated-terminal.ts";
import { type CommandFolder, makeCommandFolder, run } from "./command-line.fixture.ts";
import { SETUP, startSetupStation } from "./setup.fixture.ts";

const CLI = resolve(import.meta.dirname, "../../server/app/cli.ts");

describe.skipIf(!hasSocat)("set-up from the command line", () => {
  let commands: CommandFolder;
  beforeAll(async () => {
    commands = await makeCommandFolder();
  });
  afterAll(() => commands[Symbol.asyncDispose]());
  const fileOf = (name: string, content: object) => {
    const path = join(commands.folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  it("shows, writes on request only, and puts back with what it dumped", async () => {
    const port = join(commands.folder, "ttyA");
    const device = createDronetagSimulator({ time: realTime });
    const cable = await plugIntoTerminal(port, device);
    const at = ["--port", port, "--json"];
    const data = ["--data", commands.dataDir];

    const dumped = await run(["setup", "dump", ...at]);
    expect(dumped.out).not.toContain("geheim");
    expect(JSON.parse(dumped.out)).toMatchObject({
      family: "dronetag",
      identity: { serial_number: DRONETAG_SERIAL },
      values: { "app/brightness": 25 },
    });

    const wanted = fileOf("wanted.json", { values: { "app/brightness": 60 } });
    const shown = await run(["setup", "apply", wanted, ...at, ...data]);
    expect([shown.code, (JSON.parse(shown.out) as SetupPlan).changes]).toMatchObject([
      1,
      [{ name: "app/brightness", from: 25, to: 60 }],
    ]);
    expect(device.store.accepted).toEqual([]);

    const written = await run(["setup", "apply", wanted, "--yes", ...at, ...data]);
    expect(written.err).toBe("");
    expect([written.code, JSON.parse(written.out) as SetupSession]).toMatchObject([
      0,
      { state: "done", results: [{ result: "verified", read: 60 }] },
    ]);
    expect(device.store.current()).toMatchObject({ "app/brightness": 60 });

    const back = fileOf("back.json", JSON.parse(dumped.out) as object);
    expect((await run(["setup", "apply", back, "--yes", ...at, ...data])).code).toBe(0);
    expect(device.store.current()).toMatchObject({ "app/brightness": 25 });
    await cable.unplug();

    const gone = await run(["setup", "identify", ...at]);
    expect([gone.code, gone.out]).toEqual([1, ""]);
    expect(gone.err).toContain("There is no port");
  });

  it("asks for the text of what is dangerous, and for more than that where nothing can undo it", async () => {
    const port = join(commands.folder, "ttyB");
    const device = createArduRemoteId(hastyTime(5), { values: { MAVLINK_SYSID: 1 } });
    const cable = await plugIntoTerminal(port, device);
    const at = ["--port", port, "--data", commands.dataDir, "--yes"];
    const lock = fileOf("lock.json", { values: { LOCK_LEVEL: 1 } });
    const refused = await run(["setup", "apply", lock, ...at]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('"LOCK"')]);
    const burn = fileOf("burn.json", { values: { LOCK_LEVEL: 2 } });
    const permanent = await run(["setup", "apply", burn, "--confirm", "BURN LOCK", ...at]);
    expect([permanent.code, permanent.err]).toEqual([1, expect.stringContaining("LOCK_LEVEL")]);
    expect(device.stored()).toEqual([]);
    await cable.unplug();
  });

  it("sets up device after device at a station's port, each once, and lists them", async () => {
    await using station = await startSetupStation();
    const port = station.pathOf("ttyC");
    const wanted = fileOf("batch.json", { values: { "app/brightness": 70 } });
    const list = join(commands.folder, "devices.csv");
    const device = (serialNumber: string) =>
      createDronetagSimulator({ time: realTime, serialNumber, usbSerialNumber: serialNumber });
    const first = device("DT-1");
    const second = device("DT-2");
    const batch = spawn(process.execPath, [
      ...[CLI, "setup", "batch", wanted, "--yes", "--url", station.whole.url, "--port", port],
      ...["--output", list, "--json"],
    ]);
    let out = "";
    batch.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    const said: string[] = [];
    const waiting = new Set<() => void>();
    createInterface({ input: batch.stderr }).on("line", (line) => {
      said.push(line);
      for (const look of waiting) look();
    });
    const until = (part: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!said.some((line) => line.includes(part))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    /** Out, and noticed: the batch has given the port back. */
    const unplug = async () => {
      await cable.unplug();
      const listed = async () => (await station.call("GET", `${SETUP}/sessions`)).body as readonly object[];
      while ((await listed()).length > 0) await new Promise((resolve) => setTimeout(resolve, 30));
    };
    await until("Plug in");
    let cable = await station.plugIn("ttyC", first);
    await until("DT-1");
    await unplug();
    cable = await station.plugIn("ttyC", first);
    await until("already");
    await unplug();
    cable = await station.plugIn("ttyC", second);
    await until("DT-2");
    const exit = once(batch, "close");
    batch.kill("SIGINT");
    expect(await exit).toEqual([0, null]);
    const rows = [
      { serial_number: "DT-1", result: "done", verified: 1, of: 1 },
      { serial_number: "DT-2", result: "done", verified: 1, of: 1 },
    ];
    expect(JSON.parse(out)).toMatchObject({ devices: rows });
    expect(readFileSync(list, "utf8").split("\r\n")).toHaveLength(4);
    for (const one of [first, second]) expect(one.store.current()).toMatchObject({ "app/brightness": 70 });
    expect((await station.call("GET", `${SETUP}/sessions`)).body).toEqual([]);
    await cable.unplug();
  });
});
