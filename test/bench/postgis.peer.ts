import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createInterface } from "node:readline";
import { runQuietly } from "./gdal.table.ts";

const PROGRAMS = "/usr/lib/postgresql/15/bin";
const POSTGIS = "/usr/share/postgresql/15/extension/postgis.control";
const START_MS = 20_000;
const END_OF_REPLY = "-- end of answer --";

/**
 * The settings that the administrator of a large machine would use for a database that is loaded once and then only
 * read.
 */
const SETTINGS = {
  listen_addresses: "",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
  // For queries of a millisecond it costs more than it gains.
  jit: "off",
  shared_buffers: "2GB",
  maintenance_work_mem: "1GB",
  max_wal_size: "8GB",
};

/** A session of psql with a private PostgreSQL. */
export type Postgis = AsyncDisposable & {
  /** Lines of the response, and milliseconds that psql waited for it. Rejects with PostgreSQL's error. */
  readonly ask: (sql: string) => Promise<{ readonly lines: readonly string[]; readonly tookMs: number }>;
};

export const isPostgisInstalled = (): boolean => existsSync(join(PROGRAMS, "initdb")) && existsSync(POSTGIS);

/**
 * Starts a PostgreSQL with PostGIS in a directory, which the caller removes. It listens only on a socket in that
 * directory.
 */
export async function startPostgis(directory: string): Promise<Postgis> {
  mkdirSync(directory, { recursive: true });
  const owner = unprivileged();
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, "data");
  const initdb = ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-sync"];
  await runQuietly(join(PROGRAMS, "initdb"), initdb, owner);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(PROGRAMS, "postgres"), ["-D", data, "-k", directory, ...settings], {
    ...owner,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const kill = () => void server.kill("SIGINT");
  // Also when this process ends early.
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await ended;
  };
  try {
    await waitUntilReady(directory);
    const session = openSession(directory);
    return {
      ask: session.ask,
      async [Symbol.asyncDispose]() {
        await session.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function waitUntilReady(directory: string): Promise<void> {
  const deadlineMs = performance.now() + START_MS;
  for (;;) {
    try {
      return await runQuietly(join(PROGRAMS, "psql"), ["-h", directory, "-U", "bench", "-d", "postgres", "-c", ""]);
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await pause(100);
    }
  }
}

function openSession(directory: string): { readonly ask: Postgis["ask"]; readonly end: () => Promise<void> } {
  const args = ["-h", directory, "-U", "bench", "-d", "postgres", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"];
  const psql: ChildProcess = spawn(join(PROGRAMS, "psql"), args, { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise((resolve) => psql.once("exit", resolve));
  let errorOutput = "";
  psql.stderr!.setEncoding("utf8").on("data", (text: string) => (errorOutput += text));
  const lines = createInterface({ input: psql.stdout! })[Symbol.asyncIterator]();
  psql.stdin!.write("\\timing on\n");
  return {
    async ask(sql) {
      psql.stdin!.write(`${sql};\n\\echo ${END_OF_REPLY}\n`);
      const answer: string[] = [];
      let tookMs = 0;
      for (;;) {
        const line = await lines.next();
        if (line.done) throw new Error(`psql ended: ${errorOutput}`);
        if (line.value === END_OF_REPLY) return { lines: answer, tookMs };
        const [, time] = /^Time: ([\d.]+) ms/.exec(line.value) ?? [];
        if (time === undefined) answer.push(line.value);
        else tookMs += Number(time);
      }
    },
    async end() {
      psql.stdin!.end();
      await ended;
    },
  };
}
