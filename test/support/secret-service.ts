import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";

const programs = ["dbus-run-session", "gnome-keyring-daemon"];
const missing = programs.filter((program) => !isOnPath(program));

/** Why a separate keychain is not possible here, or `undefined`. */
export const secretServiceProblem: string | undefined =
  process.platform !== "linux"
    ? "only Linux starts a keychain for a test"
    : missing.length > 0
      ? `skipped, without ${missing.join(" and ")} (Debian: apt install dbus gnome-keyring)`
      : undefined;

/** A keychain of the system for one test file, empty and unlocked, separate from that of the user. */
export interface SecretService {
  /** The environment of a process that is to use it. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends it; its contents are lost. */
  stop(): Promise<void>;
}

/** The Secret Service of GNOME on a separate session bus. The shell ends, and both with it, when its input closes. */
export async function startSecretService(): Promise<SecretService> {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-keychain-"));
  const runtime = join(folder, "run");
  mkdirSync(runtime, { mode: 0o700 });
  const places = {
    XDG_DATA_HOME: join(folder, "data"),
    XDG_CACHE_HOME: join(folder, "cache"),
    XDG_RUNTIME_DIR: runtime,
  };
  const script =
    "printf password | gnome-keyring-daemon --unlock --components=secrets >&2 && " +
    'echo "$DBUS_SESSION_BUS_ADDRESS" && read end';
  const session = spawn("dbus-run-session", ["--", "sh", "-c", script], {
    env: { ...process.env, ...places },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  session.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<void>((resolve) => session.once("close", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: session.stdout }).once("line", resolve);
    void ended.then(() => reject(new Error(`the keychain did not start: ${output}`)));
  });
  return {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: address },
    async stop() {
      session.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The environment of a process without a keychain, whatever this machine has. */
export function withoutSecretService(): NodeJS.ProcessEnv {
  return { ...process.env, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" };
}

function isOnPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
      return false;
    }
  });
}
