import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Station, startStation, type StationOptions } from "../../server/app/index.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { addAllData, type SendData } from "../support/screen-data.ts";

const BUILT_CONSOLE = resolve(import.meta.dirname, "../../out/renderer");

export const PERSON = { email: "ada@station.example", password: "correct horse battery", full_name: "Ada Field" };

export type StationName = "full" | "empty" | "signed in" | "nobody yet";

export interface PictureStations {
  /** The address of a station, which is started when it is asked for first. */
  urlOf(name: StationName): Promise<string>;
  stop(): Promise<void>;
}

/** The stations that are shown: each is started when its first picture is taken. */
export function createPictureStations(): PictureStations {
  const started = new Map<StationName, Promise<Started>>();

  async function start(name: StationName): Promise<Started> {
    const dataDir = mkdtempSync(join(tmpdir(), "fieldstation-pictures-"));
    const hasLocalOperator = name === "full" || name === "empty";
    const options: StationOptions = {
      dataDir,
      port: 0,
      testClient: false,
      log: silentLog,
      lessSafe: LESS_SAFE,
      rendererDir: BUILT_CONSOLE,
      demo: name === "full",
      localOperator: hasLocalOperator,
      registration: "open",
    };
    const station = await startStation(options);
    const send = sendTo(station.url);
    if (name === "full") await addAllData(send);
    if (name === "signed in") {
      await send("POST", "/v1/users", PERSON);
      await send("POST", "/v1/users", { email: "bob@station.example", password: PERSON.password, full_name: "Bob" });
    }
    return { station, dataDir };
  }

  return {
    async urlOf(name) {
      const starting = started.get(name) ?? start(name);
      started.set(name, starting);
      return (await starting).station.url;
    },
    async stop() {
      for (const starting of started.values()) {
        const { station, dataDir } = await starting;
        await station.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

interface Started {
  readonly station: Station;
  readonly dataDir: string;
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
