import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium } from "../../../support/chromium.ts";
import type { ChromiumNotice, EvaluateReply, EvaluateRequest } from "../../../support/electron-stand-in/control.ts";
import { builtMain, projectRoot } from "./built-app.ts";
import { awaitEnd, type Desktop, type Engine, type Launch, type LaunchOptions } from "./desktop.ts";

const register = join(projectRoot, "test/support/electron-stand-in/register.ts");

/** The stand-in runs wherever there is a Chromium. */
export function findStandIn(launch: Launch): Engine {
  const name = "Chromium in Electron's place";
  if (findChromium() !== undefined) return { kind: "found", name, launch };
  return {
    kind: "missing",
    name,
    reason: "skipped, no Chromium (Debian: apt install chromium-headless-shell, or set CHROMIUM)",
  };
}

/** Starts the built app as a process of its own and follows its window. What the app prints goes to this terminal. */
export async function launchStandIn(options: LaunchOptions): Promise<Desktop> {
  const child = startStandIn(options);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const browser = await connect(child, exited);
  const inMain = evaluateIn(child, exited) as Desktop["inMain"];
  return {
    page: await findWindow(browser),
    inMain,
    exited,
    async quit() {
      child.kill("SIGTERM");
      return awaitEnd(child, exited);
    },
  };
}

/** Only the process, for an app that is not expected to open a window; what it says to the terminal may be read. */
export function startStandIn(
  { dataDir, args, env = process.env }: LaunchOptions,
  stderr: "inherit" | "pipe" = "inherit",
): ChildProcess {
  return fork(builtMain(), ["--data", dataDir, ...args], {
    execArgv: ["--import", register],
    env,
    stdio: ["ignore", "inherit", stderr, "ipc"],
  });
}

async function connect(child: ChildProcess, exited: Promise<number | null>): Promise<Browser> {
  const endpoint = new Promise<string>((resolve) => {
    child.on("message", (message: Partial<ChromiumNotice>) => {
      if (message.endpoint !== undefined) resolve(message.endpoint);
    });
  });
  const gone = exited.then((code) => {
    throw new Error(`the app ended with code ${code} before its window opened`);
  });
  return chromium.connectOverCDP(await Promise.race([endpoint, gone]));
}

async function findWindow(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("Chromium has no context");
  return context.pages()[0] ?? context.waitForEvent("page");
}

function evaluateIn(child: ChildProcess, exited: Promise<number | null>) {
  let lastId = 0;
  return async (work: (...args: never[]) => unknown, argument: unknown): Promise<unknown> => {
    const id = ++lastId;
    const reply = new Promise<EvaluateReply>((resolve) => {
      child.on("message", function receive(message: EvaluateReply) {
        if (message.id !== id) return;
        child.off("message", receive);
        resolve(message);
      });
    });
    child.send({ id, source: work.toString(), argument } satisfies EvaluateRequest);
    const { value, error } = await Promise.race([
      reply,
      exited.then(() => ({ id, value: undefined, error: "the app is gone" })),
    ]);
    if (error !== undefined) throw new Error(error);
    return value;
  };
}
