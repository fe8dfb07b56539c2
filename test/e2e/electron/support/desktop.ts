import type { ChildProcess } from "node:child_process";
import type * as electron from "electron";
import type { Page } from "playwright-core";
import type { DesktopBridge } from "../../../../src/preload/contract.ts";

type Electron = typeof electron;

/** A running desktop app, whatever it runs on. */
export interface Desktop {
  /** The page of the first window. */
  readonly page: Page;
  /** Runs a function inside the main process; it closes over nothing but its argument. */
  inMain<Result, Argument = undefined>(
    work: (electron: Electron, argument: Argument) => Result | Promise<Result>,
    ...argument: Argument extends undefined ? [] : [argument: Argument]
  ): Promise<Result>;
  /** The exit code of the main process, once it is gone. */
  readonly exited: Promise<number | null>;
  /** Ends the app as a person does, and waits until it is gone. */
  quit(): Promise<number | null>;
}

/** What a page of the console has on `globalThis` in the desktop window. */
export interface ConsolePage {
  readonly fieldstation: DesktopBridge;
}

export interface LaunchOptions {
  readonly dataDir: string;
  readonly args: readonly string[];
  /** That of this process unless given. */
  readonly env?: NodeJS.ProcessEnv;
}

export type Launch = (options: LaunchOptions) => Promise<Desktop>;

/** Where journeys can run, or why they cannot. */
export type Engine =
  | { readonly kind: "found"; readonly name: string; readonly launch: Launch }
  | { readonly kind: "missing"; readonly name: string; readonly reason: string };

/** Waits for the end of an app that was asked to go; one that stays is ended by force, and that is an error. */
export async function awaitEnd(child: ChildProcess, exited: Promise<number | null>): Promise<number | null> {
  let forced = false;
  const limit = setTimeout(() => {
    forced = true;
    child.kill("SIGKILL");
  }, 30_000);
  const code = await exited;
  clearTimeout(limit);
  if (forced) throw new Error("the app did not end within 30 s");
  return code;
}
