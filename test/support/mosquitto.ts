import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./free-port.ts";

const isInstalled = spawnSync("mosquitto", ["-h"]).error === undefined;
if (!isInstalled) console.warn("skipped: tests with a real MQTT broker, mosquitto is not installed");

export const hasMosquitto = isInstalled;

export type Broker = {
  readonly port: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Starts it again at the same port. */
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

export type BrokerOptions = {
  /** Names with their passwords; nobody else is accepted. */
  readonly users: Readonly<Record<string, string>>;
  /** Files; with them the listener takes TLS connections only. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
};

/** A running mosquitto at a free port, which it keeps when it is started again. */
export async function startBroker({ users, tls }: BrokerOptions): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-broker-"));
  const port = await findFreePort();
  const passwords = join(folder, "passwords");
  writeFileSync(passwords, "", { mode: 0o600 });
  for (const [name, password] of Object.entries(users))
    spawnSync("mosquitto_passwd", ["-b", passwords, name, password]);
  const lines = [`listener ${port} 127.0.0.1`, "allow_anonymous false", `password_file ${passwords}`];
  if (tls !== undefined) lines.push(`certfile ${tls.cert}`, `keyfile ${tls.key}`);
  writeFileSync(join(folder, "broker.conf"), [...lines, `user ${userName()}`, ""].join("\n"));
  let program: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn("mosquitto", ["-c", join(folder, "broker.conf")], { stdio: ["ignore", "ignore", "pipe"] });
    program = started;
    let output = "";
    for await (const text of started.stderr.iterator({ destroyOnReturn: false })) {
      output += String(text);
      if (/ running/.test(output)) break;
    }
    started.stderr.resume();
    if (!/ running/.test(output)) throw new Error(`mosquitto did not start: ${output}`);
  }
  async function stop(): Promise<void> {
    if (program === undefined || program.exitCode !== null) return;
    const ended = once(program, "exit");
    program.kill("SIGTERM");
    await ended;
  }
  await start();
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Started by root, mosquitto would become a user who may not read the folder. */
function userName(): string {
  return process.getuid?.() === 0 ? "root" : (process.env["USER"] ?? "nobody");
}
