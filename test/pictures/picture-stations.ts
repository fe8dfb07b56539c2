import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startStation, type StationOptions } from "../../server/app/index.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { addAllData, type SendData } from "../support/screen-data.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import { acceleratedTime, plugIntoTerminal } from "../support/simulators/simulated-terminal.ts";
import { addConflict, addSecondFactor, sendAs, startAdsbReceiver } from "./picture-connections.ts";

const BUILT_CONSOLE = resolve(import.meta.dirname, "../../out/renderer");

export const PERSON = { email: "ada@station.example", password: "correct horse battery", full_name: "Ada Field" };

/** A person who signs in with a second factor. */
export const SECOND_FACTOR_PERSON = { email: "cleo@station.example", password: PERSON.password, full_name: "Cleo" };

export type StationName = "full" | "empty" | "signed in" | "nobody yet" | "connected" | "bench";

export interface PictureStations {
  /** The address of a station, which is started when it is asked for first. */
  urlOf(name: StationName): Promise<string>;
  stop(): Promise<void>;
}

/** The stations that are shown: each is started when its first picture is taken. */
export function createPictureStations(): PictureStations {
  const started = new Map<StationName, Promise<Started>>();

  return {
    async urlOf(name) {
      const starting = started.get(name) ?? START[name]();
      started.set(name, starting);
      return (await starting).url;
    },
    async stop() {
      for (const starting of started.values()) await (await starting).stop();
    },
  };
}

interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const START: Readonly<Record<StationName, () => Promise<Started>>> = {
  empty: () => start({ localOperator: true }),
  "nobody yet": () => start({}),
  async full() {
    const station = await start({ localOperator: true, demo: true });
    await addAllData(sendTo(station.url));
    return station;
  },
  async "signed in"() {
    const station = await start({});
    const send = sendTo(station.url);
    await send("POST", "/v1/users", PERSON);
    await send("POST", "/v1/users", { email: "bob@station.example", password: PERSON.password, full_name: "Bob" });
    await send("POST", "/v1/users", SECOND_FACTOR_PERSON);
    await addSecondFactor(await sendAs(station.url, SECOND_FACTOR_PERSON, "fieldstation"), SECOND_FACTOR_PERSON);
    return station;
  },
  async connected() {
    const [station, hub, receiver] = await Promise.all([
      start({ localOperator: true, demo: true }),
      start({ testClient: true }),
      startAdsbReceiver(),
    ]);
    const send = sendTo(station.url);
    await send("POST", "/station/v1/sources", {
      name: "ADS-B",
      enabled: true,
      settings: { kind: "adsb", url: receiver.url },
    });
    await sendTo(hub.url)("POST", "/v1/users", PERSON);
    await addConflict(send, { url: hub.url, send: await sendAs(hub.url, PERSON), person: PERSON });
    return together(station, hub.stop, async () => receiver.close());
  },
  async bench() {
    const folder = mkdtempSync(join(tmpdir(), "fieldstation-bench-"));
    const path = join(folder, "ttyACM0");
    const device = createArduRemoteId(acceleratedTime(30), { usbSerialNumber: "8CD0B2A4" });
    const cable = await plugIntoTerminal(path, device);
    const port = { path, manufacturer: "ArduPilot", product: "RemoteID", vendor_id: "303a", product_id: "1001" };
    const station = await start({
      localOperator: true,
      lessSafe: { ...LESS_SAFE, setupListenMs: 20 },
      listSerialPorts: async () => [{ ...port, serial_number: device.usbSerialNumber }],
    });
    return together(station, cable.unplug, async () => rmSync(folder, { recursive: true, force: true }));
  },
};

async function start(options: Partial<StationOptions>): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), "fieldstation-pictures-"));
  const station = await startStation({
    dataDir,
    port: 0,
    testClient: false,
    log: silentLog,
    lessSafe: LESS_SAFE,
    rendererDir: BUILT_CONSOLE,
    registration: "open",
    ...options,
  });
  return together({ url: station.url, stop: () => station.stop() }, async () =>
    rmSync(dataDir, { recursive: true, force: true }),
  );
}

/** A station, and what is stopped after it. */
function together({ url, stop }: Started, ...others: readonly (() => Promise<void>)[]): Started {
  return {
    url,
    async stop() {
      await stop();
      for (const end of others) await end();
    },
  };
}

function sendTo(url: string): SendData {
  return async (method, path, body) => {
    const isText = typeof body === "string";
    const headers = { "content-type": isText ? "text/plain" : "application/json" };
    const request: RequestInit = { method, headers, body: isText ? body : JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
}
