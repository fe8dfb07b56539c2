import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { STATION_PROGRAM } from "../support/station-program.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";

/** A folder of its own for the commands of a test file. */
export type CommandFolder = AsyncDisposable & {
  readonly folder: string;
  /** A recording of 20 records of one aircraft, and of two lines that are refused. */
  readonly recording: string;
  readonly dataDir: string;
  /** Makes a data directory that is no test's first start. */
  readonly seeded: (name: string) => string;
};

export async function makeCommandFolder(): Promise<CommandFolder> {
  const folder = await mkdtemp(join(tmpdir(), "fieldstation-cli-"));
  const seeded = (name: string) => {
    const directory = join(folder, name);
    copyEmptyDatabase(directory);
    return directory;
  };
  const recording = join(folder, "morning.jsonl");
  const lines = Array.from({ length: 20 }, (_, second) => lineOf(second));
  await writeFile(recording, [...lines, '{"mac":"nonsense"}', "no JSON"].join("\n"));
  return {
    folder,
    recording,
    dataDir: seeded("data"),
    seeded,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function lineOf(second: number): string {
  const t = Date.UTC(2025, 4, 1, 10, 0, second) / 1000;
  return JSON.stringify({
    t,
    mac: "02:00:5e:00:53:01",
    radio: "wifi",
    lat: 50 + second * 1e-4,
    lon: 14.4,
    id: "1596F3ABC",
  });
}

/** Starts `serve`; gives the first line of its standard output and a way to end it. */
export async function serve(args: readonly string[]) {
  const child = spawn(process.execPath, [STATION_PROGRAM, "serve", "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  let rest = "";
  const lines = createInterface({ input: child.stdout });
  const [first] = (await once(lines, "line")) as [string];
  lines.on("line", (line) => (rest += line));
  return {
    first,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code] = await closed;
      return { code, rest };
    },
  };
}
