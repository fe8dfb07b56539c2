import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SetupPlan, SetupSession } from "../../server/contracts/setup.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import { createDronetagSimulator } from "../support/simulators/dronetag.simulator.ts";
import type { DeviceSimulator } from "../support/simulators/device-simulator.ts";
import { plugIntoTerminal, realTime } from "../support/simulators/simulated-terminal.ts";
import { startTestStation } from "../support/station.ts";
import { type Bench, type Row, timeRow } from "./bench.rows.ts";
import { median } from "./rounds.ts";

const ROUNDS = 3;
const POLL_MS = 10;
const BUSY = new Set(["opening", "identifying", "reading", "writing", "restarting", "verifying"]);
const MODULE_VALUES = { WIFI_CHANNEL: 11, BT4_RATE: 2, BT5_RATE: 2, WIFI_POWER: 10, WIFI_BCN_RATE: 2 };
const DRONETAG_VALUES = {
  "app/brightness": 80,
  "app/interval": 3,
  "app/name": "five",
  "dt_log_mux/enable": true,
  "net/psk": "five",
};

type Spent = { readonly identifyS: number; readonly readS: number; readonly applyS: number };

/** A device behind a pseudo-terminal, set up over HTTP: from plugged in to proved, without the restart. */
export const setupBench: Bench = async ({ reportProgress }) => {
  const rows: Row[] = [];
  const families = [
    { name: "ArduRemoteID", create: () => createArduRemoteId(realTime), values: MODULE_VALUES },
    { name: "Dronetag", create: () => createDronetagSimulator({ time: realTime }), values: DRONETAG_VALUES },
  ];
  for (const { name, create, values } of families) {
    reportProgress(`${name}: identify, read, write five values and prove them`);
    const spent: Spent[] = [];
    for (let round = 0; round < ROUNDS; round += 1) spent.push(await setUpOnce(create(), values));
    const row = (what: string, value: keyof Spent, atMost: number) =>
      timeRow({
        what: `${what}, ${name}`,
        unit: "s",
        ours: median(spent.map((one) => one[value])),
        peer: "nothing",
        theirs: undefined,
        target: { of: "ours", atMost },
      });
    rows.push(
      row("identify a device", "identifyS", 3),
      row("read all settings", "readS", 2.5),
      row("write five settings, read back", "applyS", 3),
    );
  }
  return rows;
};

async function setUpOnce(device: DeviceSimulator, values: Readonly<Record<string, unknown>>): Promise<Spent> {
  const folder = mkdtempSync(join(tmpdir(), "setup-bench-"));
  const path = join(folder, "port");
  const station = await startTestStation({ dataDir: join(folder, "data") });
  const cable = await plugIntoTerminal(path, device);
  const call = async <T>(method: string, address: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${station.url}/station/v1/setup/sessions${address}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const until = async (id: string, isSo: (session: SetupSession) => boolean) => {
    while (!isSo(await call<SetupSession>("GET", `/${id}`))) await new Promise((done) => setTimeout(done, POLL_MS));
  };
  const isIdle = ({ state }: SetupSession) => !BUSY.has(state);
  const timed = async (run: () => Promise<void>) => {
    const startMs = performance.now();
    await run();
    return (performance.now() - startMs) / 1000;
  };
  try {
    let id = "";
    const identifyS = await timed(async () => {
      ({ id } = await call<SetupSession>("POST", "", { path }));
      await until(id, isIdle);
    });
    const readS = await timed(async () => {
      await call("POST", `/${id}/read`);
      await until(id, isIdle);
    });
    const applyS = await timed(async () => {
      const { hash } = await call<SetupPlan>("POST", `/${id}/plan`, { values });
      await call("POST", `/${id}/apply`, { hash });
      // The duration of a restart depends on the device only.
      await until(id, (session) => isIdle(session) || session.state === "restarting");
    });
    await call("DELETE", `/${id}`);
    return { identifyS, readS, applyS };
  } finally {
    await station.stop();
    await cable.unplug();
    rmSync(folder, { recursive: true, force: true });
  }
}
