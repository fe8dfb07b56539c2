import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built console with a small world, absolute. */
    readonly smallWorldConsole: string;
  }
}

const BUILT = resolve(import.meta.dirname, "../../../out/renderer");
const OUTLINES = /^countries-10m-.*\.json$/;
const TOWNS = /^cities-.*\.pbf$/;

/**
 * The console as it is built, with the coarse outlines in place of the detailed ones and no towns: every page with a map
 * reads 0.1 MB instead of 10 MB. A journey says so where it wants the whole world (`useConsole`).
 */
export function setup(project: TestProject): () => void {
  if (!existsSync(join(BUILT, "index.html"))) {
    throw new Error("the console is not built; npm test builds it, or: npx electron-vite build");
  }
  const dir = mkdtempSync(join(tmpdir(), "fieldstation-console-"));
  const isWorld = (path: string): boolean => OUTLINES.test(basename(path)) || TOWNS.test(basename(path));
  cpSync(BUILT, dir, { recursive: true, filter: (path) => !isWorld(path) });
  const coarse = createRequire(import.meta.url).resolve("world-atlas/countries-110m.json");
  copyFileSync(coarse, join(dir, "assets", findAsset(OUTLINES)));
  writeFileSync(join(dir, "assets", findAsset(TOWNS)), "");
  project.provide("smallWorldConsole", dir);
  return () => rmSync(dir, { recursive: true, force: true });
}

/** The build adds a hash to the name. */
function findAsset(pattern: RegExp): string {
  const name = readdirSync(join(BUILT, "assets")).find((one) => pattern.test(one));
  if (name === undefined) throw new Error(`the built console has no asset like ${pattern.source}`);
  return name;
}
