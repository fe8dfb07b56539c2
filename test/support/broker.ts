import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isInstalled = spawnSync("mosquitto", ["-h"]).error === undefined;
if (!isInstalled) console.warn("skipped: tests with a real MQTT broker, mosquitto is not installed");

export const hasMosquitto = isInstalled;

export type Broker = {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Starts it again at the same port. */
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** A real mosquitto at a free port; `users` are names with passwords, without any all clients are accepted. */
export async function startBroker(users: Readonly<Record<string, string>> = {}): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-broker-"));
  const port = await freePort();
  const names = Object.entries(users);
  const passwords = join(folder, "passwords");
  const access = names.length === 0 ? "allow_anonymous true" : `allow_anonymous false\npassword_file ${passwords}`;
  writeFileSync(passwords, "", { mode: 0o600 });
  for (const [name, password] of names) spawnSync("mosquitto_passwd", ["-b", passwords, name, password]);
  writeFileSync(join(folder, "broker.conf"), `listener ${port} 127.0.0.1\n${access}\nuser ${userName()}\n`);
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
