import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { STATION_NODE_FLAGS, stationEnvironment } from "../../server/app/station/process-settings.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { STATION_PROGRAM } from "../support/station-program.ts";

/** A file that has no room, on Linux. */
const FULL = "/dev/full";

it.runIf(existsSync(FULL))("a station whose log has no room starts, serves and ends as any other", async () => {
  const dataDir = makeDataDir("full-log");
  const log = openSync(FULL, "w");
  const args = ["serve", "--data", dataDir, "--port", "0", "--log-level", "debug"];
  const child = spawn(process.execPath, [...STATION_NODE_FLAGS, STATION_PROGRAM, ...args], {
    env: stationEnvironment(process.env),
    stdio: ["ignore", "pipe", log],
  });
  const ended = once(child, "exit");
  const line = once(createInterface({ input: child.stdout! }), "line") as Promise<[string]>;
  const first = await Promise.race([line, ended]);
  expect(first).toEqual([expect.stringContaining('"event":"ready"')]);
  const { url } = JSON.parse(String(first[0])) as { readonly url: string };
  expect((await fetch(`${url}/station/v1/health`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  closeSync(log);
  rmSync(dataDir, { recursive: true });
});
