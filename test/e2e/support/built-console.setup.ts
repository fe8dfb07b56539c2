import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built console, absolute. */
    readonly builtConsole: string;
  }
}

const BUILT = resolve(import.meta.dirname, "../../../out/renderer");

/** The console as it is built, for the stations that run in the process of a test. */
export function setup(project: TestProject): void {
  if (!existsSync(join(BUILT, "index.html"))) {
    throw new Error("the console is not built; npm test builds it, or: npx electron-vite build");
  }
  project.provide("builtConsole", BUILT);
}
