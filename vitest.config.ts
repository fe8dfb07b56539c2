import os from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

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
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as a page is waited for (test/support/browser.ts): a busy computer is no failure.
          expect: { poll: { timeout: 15_000 } },
          globalSetup: "test/e2e/support/small-world.setup.ts",
          // The files that a worker runs share its browser (test/support/browser.ts).
          isolate: false,
          // Journeys start stations and apps: Node compiles their sources once, not in every process.
          env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, "node_modules/.cache/journeys") },
        },
      },
    ],
  },
});
