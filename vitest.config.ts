import os from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

// Tests start hundreds of stations and commands. Node reads the sources of the first one, for all processes of the run.
process.env["NODE_COMPILE_CACHE"] ??= resolve(import.meta.dirname, "node_modules/.cache/tests");

// Memory that a process needs comes in larger pages: tests spend a good part of their time in its first touch.
process.env["GLIBC_TUNABLES"] ??= "glibc.malloc.hugetlb=1";

// As long as a page is waited for (test/support/browser.ts). Vitest's second is not enough for a busy computer.
const expect = { poll: { timeout: 15_000 } };

/**
 * Node reads the files as they are, as it does in a station: Vite would transform each of them first, one after the other
 * while the workers wait, and what it makes of imports runs slower. Nothing here needs more than Node can do.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };
const RAW_TEXT = new URL("test/support/raw-text.hooks.ts", import.meta.url).href;

export default defineConfig({
  test: {
    // Vitest's default is one fewer. On two cores that leaves a core idle while a test waits for a station it started.
    maxWorkers: os.availableParallelism(),
    globalSetup: "test/support/empty-database.setup.ts",
    projects: [
      {
        test: {
          name: "unit",
          include: ["server/**/*.test.ts", "src/**/*.test.ts", "scripts/**/*.test.ts"],
          // Files share the workers: no test changes what another one finds, and half the time went into starting workers.
          isolate: false,
          // Far above what any test takes, so that a busy computer does not fail one.
          testTimeout: 20_000,
          hookTimeout: 20_000,
          expect,
          experimental,
          execArgv: ["--import", RAW_TEXT],
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect,
          experimental,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect,
          experimental,
          globalSetup: "test/e2e/support/built-console.setup.ts",
          // The files that a worker runs share its browser (test/support/browser.ts).
          isolate: false,
        },
      },
    ],
  },
});
