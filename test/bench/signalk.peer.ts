import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../support/free-port.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { cpuSecondsOf } from "./processes/cpu-of-process.ts";
import type { ResourceUsage } from "./rounds.ts";

/** A record in the form that is sent to the peer. */
export type Delta = {
  readonly vessel: string;
  readonly timeMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly courseRad: number;
};

/** Set by scripts/bench.mjs, which installs it; `undefined` where that failed. */
const installed = process.env["STATION_BENCH_SIGNALK"];
const POLL_MS = 20;
const START_MS = 30_000;

export const isSignalkInstalled = (): boolean =>
  installed !== undefined && existsSync(join(installed, "node_modules", "signalk-server", "package.json"));

/**
 * Time of signalk-server to read records from a TCP source and to offer the last of them over HTTP. It stores nothing,
 * and has no live clients.
 */
export async function feedSignalk(records: readonly Delta[]): Promise<ResourceUsage> {
  using directory = temporaryDirectory();
  const feed = createServer().listen(0, "127.0.0.1");
  await once(feed, "listening");
  const { port: feedPort } = feed.address() as AddressInfo;
  const port = await findFreePort();
  writeFileSync(join(directory.path, "settings.json"), JSON.stringify(settingsOf(port, feedPort)));
  const server = spawn(
    process.execPath,
    [join(installed!, "node_modules", "signalk-server", "bin", "signalk-server"), "-c", directory.path],
    { stdio: "ignore", env: { ...process.env, PORT: String(port), NODE_ENV: "production" } },
  );
  const ended = once(server, "exit");
  try {
    const connected = once(feed, "connection", { signal: AbortSignal.timeout(START_MS) });
    const [socket] = (await connected) as [{ write: (text: string) => void }];
    const last = records.at(-1)!;
    const value = `http://127.0.0.1:${port}/signalk/v1/api/vessels/${last.vessel}/navigation/position/value`;
    await waitUntilAnswered(value);
    const text = records.map(deltaOf).join("");
    const cpuS = cpuSecondsOf(server.pid!);
    const started = performance.now();
    socket.write(text);
    while ((await latitudeAt(value)) !== last.latitude) await pause(POLL_MS);
    return { wallS: (performance.now() - started) / 1000, cpuS: cpuSecondsOf(server.pid!) - cpuS };
  } finally {
    server.kill("SIGKILL");
    await ended;
    feed.close();
  }
}

function settingsOf(port: number, feedPort: number): object {
  const off = ["plugins", "appstore", "webapps", "applicationData", "logfiles", "mfd_webapp", "nmea-tcp", "tcp"];
  const source = { type: "tcp", host: "127.0.0.1", port: String(feedPort) };
  return {
    port,
    ssl: false,
    mdns: false,
    interfaces: Object.fromEntries(off.map((name) => [name, false])),
    pipedProviders: [
      {
        id: "bench",
        enabled: true,
        pipeElements: [{ type: "providers/simple", options: { logging: false, type: "SignalK", subOptions: source } }],
      },
    ],
  };
}

function deltaOf({ vessel, timeMs, latitude, longitude, courseRad }: Delta): string {
  const values = [
    { path: "navigation.position", value: { latitude, longitude, altitude: 300.5 } },
    { path: "navigation.speedOverGround", value: 7.25 },
    { path: "navigation.courseOverGroundTrue", value: courseRad },
  ];
  const update = { $source: "bench", timestamp: new Date(timeMs).toISOString(), values };
  return `${JSON.stringify({ context: `vessels.${vessel}`, updates: [update] })}\n`;
}

async function waitUntilAnswered(url: string): Promise<void> {
  const deadlineMs = performance.now() + START_MS;
  for (;;) {
    try {
      await latitudeAt(url);
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await pause(POLL_MS);
    }
  }
}

/** `undefined` until it was received. */
function latitudeAt(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        if (response.statusCode !== 200) return resolve(undefined);
        resolve((JSON.parse(text) as { readonly latitude?: number }).latitude);
      });
    }).once("error", reject);
  });
}
