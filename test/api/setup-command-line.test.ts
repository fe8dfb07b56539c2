import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SetupPlan, SetupSession } from "../../server/contracts/setup.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import type { DeviceSimulator } from "../support/simulators/device-simulator.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime } from "../support/simulators/simulated-terminal.ts";
import { type CommandFolder, makeCommandFolder } from "./command-line.fixture.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand as run, STATION_PROGRAM } from "../support/station-program.ts";
import { SETUP, startSetupStation, type SetupStation } from "./setup.fixture.ts";

const USB_SERIAL = "8CD0B2A4";
const UAS_ID = { id: "1596F351901936310360", id_type: 1, ua_type: 2 } as const;

/** A process has to start before what is waited for: on a busy computer that takes long. */
const SLOWLY = { timeout: 60_000 };

type Written = Pick<SetupSession, "state" | "results" | "check">;

describe.skipIf(!hasSocat)("set-up from the command line", { timeout: 120_000 }, () => {
  let commands: CommandFolder;
  let station: SetupStation;
  beforeAll(async () => {
    [commands, station] = await Promise.all([makeCommandFolder(), startSetupStation()]);
  });
  afterAll(async () => {
    await station[Symbol.asyncDispose]();
    await commands[Symbol.asyncDispose]();
  });

  const fileOf = (name: string, content: object) => {
    const path = join(commands.folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  /** At a port of this computer, and at one of the station. */
  const here = (name: string) => ["--port", station.pathOf(name), "--data", commands.dataDir, "--json"];
  const at = (name: string) => ["--port", station.pathOf(name), "--url", station.whole.url, "--json"];
  const listed = async () => (await station.call("GET", `${SETUP}/sessions`)).body as readonly SetupSession[];

  /**
   * Runs a command that writes, while a person unplugs the device as soon as it has taken its first value and plugs it in
   * at another port.
   */
  async function interrupted(
    args: readonly string[],
    { device, taken, names }: { device: DeviceSimulator; taken: () => number; names: readonly [string, string] },
  ) {
    const [before, after] = names;
    const takenBefore = taken();
    const first = await station.plugIn(before, {
      ...device,
      receive(bytes) {
        if (taken() === takenBefore) device.receive(bytes);
        if (taken() > takenBefore) void first.unplug();
      },
    });
    const command = run([...args, ...at(before)]);
    await expect.poll(async () => (await listed()).map(({ state }) => state), SLOWLY).toEqual(["lost"]);
    const second = await station.plugIn(after, device);
    const { code, out } = await command;
    return { code, written: JSON.parse(out) as Written, unplug: second.unplug };
  }

  it("shows, writes on request only, finds a Dronetag that comes back under another name, and puts it back", async () => {
    const device = createDronetagSimulator({ time: acceleratedTime(50) });
    const before = device.store.current();
    const whole = await station.plugIn("ttyA", device);
    const dumped = await run(["setup", "dump", ...here("ttyA")]);
    expect(dumped.out).not.toContain("geheim");
    expect(JSON.parse(dumped.out)).toMatchObject({
      family: "dronetag",
      identity: { serial_number: DRONETAG_SERIAL },
      values: { "app/brightness": 25 },
    });

    const wanted = fileOf("wanted.json", { values: { "app/brightness": 60, "app/name": "b", "app/interval": 2.5 } });
    const shown = await runInProcess(["setup", "apply", wanted, ...at("ttyA")]);
    expect([shown.code, (JSON.parse(shown.out) as SetupPlan).changes]).toMatchObject([
      1,
      [{ name: "app/brightness", from: 25, to: 60 }, { name: "app/name" }, { name: "app/interval" }],
    ]);
    expect(device.store.accepted).toEqual([]);
    await whole.unplug();

    const taken = () => device.store.accepted.length;
    const names = ["ttyA", "ttyB"] as const;
    const partly = await interrupted(["setup", "apply", wanted, "--yes"], { device, taken, names });
    expect([partly.code, partly.written]).toMatchObject([
      1,
      { state: "partly", results: [{ result: "verified", read: 60 }, { result: "unsent" }, { result: "unsent" }] },
    ]);
    expect(device.store.accepted).toEqual([["app/brightness", 60]]);

    const written = await run(["setup", "apply", wanted, "--yes", ...here("ttyB")]);
    expect(written.err).toBe("");
    expect([written.code, JSON.parse(written.out) as Written]).toMatchObject([
      0,
      {
        state: "done",
        results: [
          { result: "verified", read: "b" },
          { result: "verified", read: 2.5 },
        ],
      },
    ]);
    expect(device.store.current()).toEqual({ ...before, "app/brightness": 60, "app/name": "b", "app/interval": 2.5 });

    const back = fileOf("back.json", JSON.parse(dumped.out) as object);
    expect((await runInProcess(["setup", "apply", back, "--yes", ...at("ttyB")])).code).toBe(0);
    expect(device.store.current()).toEqual(before);
    await partly.unplug();
    const gone = await runInProcess(["setup", "identify", ...here("ttyB")]);
    expect([gone.code, gone.out, gone.err]).toEqual([1, "", expect.stringContaining("There is no port")]);
    expect(await listed()).toEqual([]);
  });

  it("recognises a module, requires a typed text for what is dangerous, and sets it up until it is ready to fly", async () => {
    const device = createArduRemoteId(acceleratedTime(30), {
      usbSerialNumber: USB_SERIAL,
      values: { MAVLINK_SYSID: 1 },
    });
    const whole = await station.plugIn("ttyC", device);
    const recognised = await runInProcess(["setup", "identify", ...at("ttyC")]);
    expect([recognised.code, JSON.parse(recognised.out)]).toMatchObject([
      0,
      { family: "arduremoteid", identity: { serial_number: USB_SERIAL }, can_set_up: true, values: null },
    ]);

    const lock = fileOf("lock.json", { values: { LOCK_LEVEL: 1 } });
    // Without --json, the last of what `at` gives.
    const asLines = await runInProcess(["setup", "apply", lock, ...at("ttyC").slice(0, -1)]);
    expect(asLines.out).toMatch(`LOCK_LEVEL: 0 -> 1  (dangerous: --confirm "${USB_SERIAL}")\nNothing was written`);
    const refused = await runInProcess(["setup", "apply", lock, "--yes", ...at("ttyC")]);
    expect([refused.code, refused.out, refused.err]).toEqual([1, "", expect.stringContaining(`"${USB_SERIAL}"`)]);
    const burn = fileOf("burn.json", { values: { LOCK_LEVEL: 2 } });
    const permanent = await runInProcess([
      "setup",
      "apply",
      burn,
      "--yes",
      "--confirm",
      `BURN ${USB_SERIAL}`,
      ...at("ttyC"),
    ]);
    expect([permanent.code, permanent.err]).toEqual([1, expect.stringContaining("LOCK_LEVEL")]);
    expect(device.stored()).toEqual([]);

    const check = ["setup", "check", "--latitude", "50.1", "--longitude", "14.4"];
    const missing = await runInProcess([...check, "--seconds", "1", ...at("ttyC")]);
    expect([missing.code, JSON.parse(missing.out) as Written]).toMatchObject([1, { check: { passed: false } }]);
    await whole.unplug();

    const wanted = fileOf("module.json", {
      values: { WIFI_CHANNEL: 11, BT4_RATE: 2, OPTIONS: 4 },
      uas_id: UAS_ID,
    });
    const apply = ["setup", "apply", wanted, "--yes"];
    const taken = () => device.stored().length;
    const partly = await interrupted(apply, { device, taken, names: ["ttyC", "ttyD"] });
    const named = (result: string) => partly.written.results?.filter((one) => one.result === result) ?? [];
    expect([partly.code, partly.written.state]).toEqual([1, "partly"]);
    // Nothing was written after it came back, and only what it has is called verified.
    expect(device.stored()).toHaveLength(1);
    expect(named("verified").map(({ name, read }) => [name, read])).toEqual(device.stored());
    // How many were under way depends on whether the last answer still came through; the last was not reached.
    expect(partly.written.results?.at(-1)).toMatchObject({ name: "uas_id", result: "unsent" });

    const done = await run([...apply, ...at("ttyD")]);
    expect([done.code, (JSON.parse(done.out) as Written).state]).toEqual([0, "done"]);
    expect(device.values()).toMatchObject({ WIFI_CHANNEL: 11, BT4_RATE: 2, OPTIONS: 4, UAS_ID_TYPE: 1 });
    expect(device.uasId()).toBe(UAS_ID.id);

    const before = device.stored().length;
    const ready = await runInProcess([...check, ...at("ttyD")]);
    expect([ready.code, JSON.parse(ready.out) as Written]).toMatchObject([
      0,
      { check: { passed: true, texts: [{ text: "LOC", is_blocking: false }] } },
    ]);

    // At a port of this computer the option permits it, and does not stand for the text.
    const unconfirmed = await runInProcess([
      "setup",
      "apply",
      burn,
      "--yes",
      "--allow-permanent-lock",
      ...here("ttyD"),
    ]);
    expect([unconfirmed.code, unconfirmed.err]).toEqual([1, expect.stringContaining('"BURN LOCK"')]);
    expect(device.stored()).toHaveLength(before);
    await partly.unplug();
    expect(await listed()).toEqual([]);
  });

  const dronetag = (serialNumber: string) =>
    createDronetagSimulator({ time: acceleratedTime(50), serialNumber, usbSerialNumber: serialNumber });
  /** Out, and noticed: the batch has given the port back. */
  const unplugged = async ({ unplug }: { readonly unplug: () => Promise<void> }) => {
    await unplug();
    await expect.poll(listed, SLOWLY).toEqual([]);
  };

  it("sets up device after device at a station's port, each once, and lists them", async () => {
    const wanted = fileOf("batch.json", { values: { "app/brightness": 70 } });
    const list = join(commands.folder, "devices.csv");
    const [first, second] = [dronetag("DT-1"), dronetag("DT-2")];
    const batch = startBatch([wanted, "--yes", ...at("ttyE"), "--output", list]);
    await batch.until("Plug in");
    let cable = await station.plugIn("ttyE", first);
    await batch.until("DT-1");
    await unplugged(cable);
    cable = await station.plugIn("ttyE", first);
    await batch.until("already");
    await unplugged(cable);
    cable = await station.plugIn("ttyE", second);
    await batch.until("DT-2");
    batch.interrupt();
    const { code, out } = await batch.ended;
    expect(code).toBe(0);
    const rows = [
      { serial_number: "DT-1", result: "done", verified: 1, of: 1 },
      { serial_number: "DT-2", result: "done", verified: 1, of: 1 },
    ];
    expect(JSON.parse(out)).toMatchObject({ devices: rows });
    expect(readFileSync(list, "utf8").split("\r\n")).toHaveLength(4);
    for (const one of [first, second]) expect(one.store.current()).toMatchObject({ "app/brightness": 70 });
    expect(await listed()).toEqual([]);
    await cable.unplug();
  });

  it("begins no batch that was not permitted, that has nothing to write, or that assigns one id to several devices", async () => {
    const [wanted, withId] = [fileOf("all.json", { values: {} }), fileOf("id.json", { uas_id: UAS_ID })];
    for (const [args, sentence] of [
      [[wanted], "--yes permits that"],
      [["--yes"], "Give either a file or --configuration-set."],
      [[withId, "--yes"], "an id belongs to one device"],
    ] as const) {
      const { code, out, err } = await runInProcess(["setup", "batch", ...args, ...at("ttyG")]);
      expect([code, out, err]).toEqual([1, "", expect.stringContaining(sentence)]);
    }
    expect(await listed()).toEqual([]);
  });

  it("uses the configuration set of each paired device, and names the devices that have none", async () => {
    const [known, unknown] = [dronetag("DT-3"), dronetag("DT-4")];
    let cable = await station.plugIn("ttyF", known);
    const { id } = await station.open(station.pathOf("ttyF"));
    expect((await station.step(id, "pair")).status).toBe(202);
    await station.end(id);
    const batch = runInProcess(["setup", "batch", "--configuration-set", "--yes", "--count", "2", ...at("ttyF")]);
    const stderr = () => vi.mocked(process.stderr.write).mock.calls.join("");
    await expect.poll(stderr, SLOWLY).toContain("DT-3");
    expect(known.store.current()).toMatchObject({ "app/brightness": 25, "dt_log_mux/enable": true });
    await unplugged(cable);
    cable = await station.plugIn("ttyF", unknown);
    const { code, out, err } = await batch;
    expect(err).toMatch(
      /^Plug in the first device\. Ctrl C ends the batch\.\nDT-3  .*  done\nDT-4  .*  failed  .*not paired/,
    );
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      {
        devices: [
          { serial_number: "DT-3", result: "done", verified: 1, of: 1 },
          { serial_number: "DT-4", result: "failed", of: 0, detail: expect.stringContaining("not paired") },
        ],
      },
    ]);
    expect(unknown.store.accepted).toEqual([]);
    await cable.unplug();
  });
});

/** A batch that runs until it has done what it was told to, or is interrupted. */
function startBatch(args: readonly string[]) {
  const batch = spawn(process.execPath, [STATION_PROGRAM, "setup", "batch", ...args]);
  const closed = once(batch, "close") as Promise<[number | null]>;
  let out = "";
  batch.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const stderr: string[] = [];
  createInterface({ input: batch.stderr }).on("line", (line) => stderr.push(line));
  return {
    /** Resolves when it has said that. */
    async until(part: string) {
      await expect.poll(() => stderr.join("\n"), SLOWLY).toContain(part);
    },
    interrupt: () => batch.kill("SIGINT"),
    ended: closed.then(([code]) => ({ code, out })),
  };
}
