import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { runCommand, STATION_PROGRAM } from "../support/station-program.ts";

/** A station in a separate process, which a campaign may end at any time. */
export type CampaignStation = {
  /** Resolves with its address when it accepts requests; rejects when it ended before. */
  readonly ready: Promise<string>;
  /** Resolves with its exit code, null after a signal. */
  readonly ended: Promise<number | null>;
  readonly pid: number;
  /** The last part of its standard error. */
  readonly stderrTail: () => string;
  readonly kill: () => Promise<void>;
  /** Ends it with a signal, as an operator does. */
  readonly stop: () => Promise<number | null>;
};

/** Starts a station; `env` may preload a library between it and the system. */
export function startCampaignStation(
  dataDir: string,
  options: { readonly access?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): CampaignStation {
  const args = ["serve", "--data", dataDir, "--port", "0", "--log-level", "error", ...(options.access ?? [])];
  const child = spawn(process.execPath, [STATION_PROGRAM, ...args], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  let stderrTail = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (stderrTail = (stderrTail + text).slice(-2000)));
  const ready = firstAddress(child, ended, () => stderrTail);
  // Not every campaign awaits it.
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    pid: child.pid!,
    stderrTail: () => stderrTail,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function firstAddress(child: ChildProcess, ended: Promise<number | null>, stderrTail: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).once("line", (line) =>
      resolve((JSON.parse(line) as { url: string }).url),
    );
    void ended.then((code) => reject(new Error(`the station ended with ${code}: ${stderrTail()}`)));
  });
}

/** Creates an account in a data directory that no station is using; resolves with a token of it. */
export async function createAccount(dataDir: string, email: string): Promise<string> {
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await runCommand([...args, "--data", dataDir, "--json"]);
    if (code !== 0) throw new Error(err);
    return out;
  };
  await run("user", "add", email, "--password", "correct horse battery staple");
  return (JSON.parse(await run("token", "create", email)) as { token: string }).token;
}

export type Request = <T>(method: string, path: string, body?: unknown, type?: string) => Promise<T>;

/** Sends requests to a station; a refusal is an error, as is a broken connection. */
export function requestsTo(url: string, token: string): Request {
  return async <T>(method: string, path: string, body?: unknown, type = "application/json") => {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "Content-Type": type }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new RefusedError(response.status, `${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
}

/** The station responded with a refusal. */
export class RefusedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
