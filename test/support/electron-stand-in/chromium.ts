import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { findChromium } from "../chromium.ts";
import { openCdpPipe, type CdpPipe } from "./cdp.pipe.ts";

const CLOSE_LIMIT_MS = 3_000;

const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--remote-debugging-pipe",
  // Beside the pipe, so that a journey can drive the same pages with Playwright.
  "--remote-debugging-port=0",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-startup-window",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--disable-extensions",
  "--disable-popup-blocking",
  // Pages reach this machine's other ports unless the app itself holds them back, as in Electron.
  "--disable-features=LocalNetworkAccessChecks,Translate,OptimizationHints,MediaRouter",
  "--password-store=basic",
  "--metrics-recording-only",
  // A journey reaches this machine only, whatever its pages ask for.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];

export interface Chromium extends CdpPipe {
  /** Where Playwright connects. */
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Starts Chromium on a profile folder. It ends by itself when this process does, because its pipe closes then. */
export async function launchChromium(profileDir: string): Promise<Chromium> {
  const executable = findChromium();
  if (executable === undefined) throw new Error("no Chromium (set CHROMIUM)");
  mkdirSync(profileDir, { recursive: true });
  const child = spawn(executable, [...flags, `--user-data-dir=${profileDir}`], {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const pipe = openCdpPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const endpoint = await readEndpoint(child.stderr as Readable);
  await pipe.browser.send("Target.setDiscoverTargets", { discover: true });
  return {
    ...pipe,
    endpoint,
    async close() {
      // A Chromium that has only just started may accept the request and not carry it out.
      const limit = setTimeout(() => child.kill("SIGKILL"), CLOSE_LIMIT_MS);
      await Promise.race([pipe.browser.send("Browser.close").catch(() => gone), gone]);
      await gone;
      clearTimeout(limit);
    },
  };
}

function readEndpoint(stderr: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    stderr.setEncoding("utf8");
    stderr.on("data", (text: string) => {
      output += text;
      const endpoint = /DevTools listening on (ws:\/\/\S+)/.exec(output)?.[1];
      if (endpoint !== undefined) resolve(endpoint);
    });
    stderr.once("end", () => reject(new Error(`Chromium ended before it listened: ${output}`)));
  });
}
