import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDronetagSimulator } from "../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime, plugIntoTerminal } from "../support/simulators/simulated-terminal.ts";
import { runStationInProcess } from "../support/command-in-process.ts";
import { startTestStation, type TestStation } from "../support/station.ts";

const examples = resolve(import.meta.dirname, "../../docs/examples");
const run = promisify(execFile);
const hasPackTools = ["curl", "jq", "unzip", "openssl"].every(
  (tool) => spawnSync(tool, ["--help"]).error === undefined,
);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("the examples of the documents", () => {
  let station: TestStation;
  let folder: string;
  beforeAll(async () => {
    station = await startTestStation();
    folder = await mkdtemp(join(tmpdir(), "fieldstation-examples-"));
  });
  afterAll(async () => {
    await station.stop();
    await rm(folder, { recursive: true });
  });

  it("make a flight that a running station replays and exports", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "made-up-flight.mjs")]);
    const recording = join(folder, "flight.jsonl");
    await writeFile(recording, stdout);
    const summary = JSON.parse(await runStationInProcess(["replay", recording, "--url", station.url, "--json"])) as {
      readonly operations: readonly { readonly id: string }[];
    };
    expect(summary).toMatchObject({ files: 1, records: 120, refused: {}, operations: [{ uas_id: "TESTA0123456789" }] });
    const operation = summary.operations[0]?.id ?? "none";
    const gpx = await runStationInProcess([
      "export",
      "--operation",
      operation,
      "--url",
      station.url,
      "--format",
      "gpx",
    ]);
    expect(gpx.match(/<trkpt /g)).toHaveLength(120);
  });

  it("receive Cursor on Target from an output", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "output-to-tak.mjs"), station.url]);
    expect(stdout.trim().split("\n")).toEqual([
      "RID.TESTAD123456789.uas at 50.2000000 14.6000000, 320.0 m above the ellipsoid",
      "RID.TESTAD123456789.takeoff at 50.1990000 14.6000000, 9999999.0 m above the ellipsoid",
      "the output is running",
    ]);
  });

  it("have a station read an ADS-B receiver", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "traffic.mjs"), station.url]);
    expect(stdout).toBe("OEXAB (440123) at 450 m WGS84, 46 m/s\n");
  });

  it("tell a station where it stands, as a gpsd does", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "own-position.mjs"), station.url]);
    expect(stdout).toBe("the station is at 50.3, 14.7, 353.4 m MSL, within 4.5 m\n");
  });

  it("have a station read a service of network Remote ID", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "network-remote-id.mjs"), station.url]);
    expect(stdout).toBe("TESTAE123456789 is current at 50.402, 14.802, received by network\n");
  });

  it("edit a source, whose password does not follow to another broker", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "move-source.mjs"), station.url]);
    expect(stdout.trim().split("\n")).toEqual([
      "scout/# at mqtt://127.0.0.1:9, with a password",
      "scout/roof at mqtt://127.0.0.1:9, with a password",
      "scout/# at mqtt://127.0.0.1:10, without a password",
    ]);
  });

  it("push a detection with its operator", async () => {
    const body = await readFile(join(examples, "scout-detection.json"), "utf8");
    const headers = { "content-type": "application/json" };
    const receipt = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
    expect(await receipt.json()).toEqual({ frames: 1, sensors: 0, refused: {} });
    const list = `${station.url}/v2/airspace/operations?from=-PT1H&search=TESTAB123456789&include_last_telemetry=true`;
    expect(await (await fetch(list)).json()).toMatchObject([
      {
        warnings: [],
        last_telemetry: {
          ua: { location: { latitude: 50.102, longitude: 14.404 } },
          operator: { location: { latitude: 50.1, longitude: 14.4 }, source_type: "take_off" },
        },
      },
    ]);
  });

  it.skipIf(!hasPackTools)("make and check an evidence pack (skipped without curl, jq, unzip, openssl)", async () => {
    const { stdout } = await run("sh", [join(examples, "evidence-pack.sh"), station.url]);
    expect(stdout).toMatch(/^Signature Verified Successfully\n\d+ records of \d+ operations\n$/);
  });

  it.skipIf(!hasPython)("list operations in Python (skipped without python3)", async () => {
    const { stdout } = await run("python3", [join(examples, "list-operations.py"), station.url]);
    expect(stdout).toMatch(/ current TESTAB123456789 50\.102 14\.404$/m);
  });

  it("print the live stream inside a box", async () => {
    const demo = await startTestStation({ demo: true });
    const client = spawn(process.execPath, [join(examples, "live.mjs"), demo.url, "14,46,17,48"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const [line] = (await once(createInterface({ input: client.stdout }), "line")) as [string];
      expect(line).toMatch(/ m\/s$|^operation /);
    } finally {
      client.kill();
      await once(client, "exit");
      await demo.stop();
    }
  });

  it("raise an alert, and acknowledge it", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "alert-on-area.mjs"), station.url]);
    expect(stdout).toMatch(/^Example area: [\da-f-]{36} since .*\nacknowledged: an example\n$/);
  });

  it("receive the events of a webhook, and reject forged ones", async () => {
    const receiver = spawn(process.execPath, [join(examples, "webhook-receiver.mjs"), "a secret", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
    const headers = { "content-type": "application/json" };
    const post = (url: string, body: object) => fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    try {
      const { value: listening } = (await lines.next()) as { value: string };
      const url = listening.replace("listening at ", "");
      const settings = { kind: "webhook", url, secret: "a secret", events: ["telemetry_ua"] };
      const added = await post(`${station.url}/station/v1/outputs`, { name: "Example", settings });
      const { id } = (await added.json()) as { readonly id: string };
      expect((await post(url, { event: "alert", data: {} })).status).toBe(401);
      const body = await readFile(join(examples, "scout-detection.json"), "utf8");
      await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
      expect((await lines.next()).value).toMatch(/^\d{4}-.*Z telemetry_ua [\da-f-]{36}$/);
      await fetch(`${station.url}/station/v1/outputs/${id}`, { method: "DELETE" });
    } finally {
      receiver.kill();
      await once(receiver, "exit");
    }
  });

  it("send received telemetry, also twice", async () => {
    const send = () => run(process.execPath, [join(examples, "send-sightings.mjs"), station.url]);
    await send();
    const { stdout } = await send();
    expect(stdout).toMatch(/^received, 0 refused\nall of it is there\n/);
    expect(stdout).toMatch(/example-roof from .*: 60 records/);
  });

  it.skipIf(!hasSocat)("set up a device at a port (skipped without socat)", async () => {
    const port = join(folder, "ttyA");
    const device = createDronetagSimulator({ time: acceleratedTime(50) });
    const cable = await plugIntoTerminal(port, device);
    try {
      const values = JSON.stringify({ "app/brightness": 40 });
      const { stdout } = await run(process.execPath, [
        join(examples, "set-up-device.mjs"),
        port,
        values,
        "--yes",
        station.url,
      ]);
      expect(stdout).toMatch(/^Dronetag Mini 2 .*\napp\/brightness: 25 -> 40\napp\/brightness is 40: verified\n$/);
      expect(device.store.current()).toMatchObject({ "app/brightness": 40 });
    } finally {
      await cable.unplug();
    }
  });

  it("synchronise once with another station", async () => {
    const dataDir = join(folder, "cloud");
    const account = ["ann@cloud.test", "--data", dataDir, "--json"];
    await runStationInProcess(["user", "add", ...account, "--password", "correct horse battery"]);
    const { token } = JSON.parse(await runStationInProcess(["token", "create", ...account])) as {
      readonly token: string;
    };
    const cloud = await startTestStation({ dataDir, access: [] });
    try {
      const { stdout } = await run(process.execPath, [
        join(examples, "synchronise.mjs"),
        cloud.url,
        token,
        station.url,
      ]);
      expect(stdout).toMatch(/ is ready: 0 wait, 0 need a person/);
    } finally {
      await cloud.stop();
    }
  });

  // The last of them: a flight of this moment waits ten minutes before it is synchronised.
  it("have a station log an autopilot from arming to disarming", async () => {
    const { stdout } = await run(process.execPath, [join(examples, "own-aircraft.mjs"), station.url]);
    expect(stdout.trim().split("\n")).toEqual([
      "armed in LOITER: a flight begins",
      "disarmed: 4 positions, in the airspace as direct",
    ]);
  });
});
