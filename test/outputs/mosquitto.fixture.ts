import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Whether the broker mosquitto is installed. */
export const hasMosquitto = spawnSync("mosquitto", ["-h"]).error === undefined;

export const ACCOUNT = { username: "van", password: "correct horse" } as const;

export type Mosquitto = {
  readonly port: number;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Ends it and removes its files. */
  readonly remove: () => Promise<void>;
};

/** A real broker on a port of its own, which it keeps when it is started again; it knows `ACCOUNT` only. */
export async function mosquitto(tls?: { readonly cert: string; readonly key: string }): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), "mosquitto-"));
  const passwords = join(folder, "passwords");
  spawnSync("mosquitto_passwd", ["-b", "-c", passwords, ACCOUNT.username, ACCOUNT.password]);
  const port = await freePort();
  const lines = [`listener ${port} 127.0.0.1`, "allow_anonymous false", `password_file ${passwords}`, "user root"];
  if (tls !== undefined) lines.push(`certfile ${tls.cert}`, `keyfile ${tls.key}`);
  const configuration = join(folder, "mosquitto.conf");
  writeFileSync(configuration, lines.join("\n"));
  let broker: ChildProcess | undefined;

  async function stop(): Promise<void> {
    if (broker === undefined) return;
    const ended = once(broker, "exit");
    broker.kill();
    await ended;
    broker = undefined;
  }

  return {
    port,
    async start() {
      broker = spawn("mosquitto", ["-c", configuration], { stdio: ["ignore", "ignore", "pipe"] });
      for await (const line of createInterface({ input: broker.stderr! })) if (line.endsWith(" running")) break;
      broker.stderr!.resume();
    },
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
