/** `npm run check`: every check that is not a test. Runs all of them, then prints what failed. */
import os from "node:os";
import { capture } from "./bootstrap/child.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { duration, runMain, print } from "./bootstrap/output.mjs";

/**
 * The longest first: two run at a time, and the last one to start should be short. TypeScript 7 checks the code without
 * components, on one thread, because several threads repeat work; vue-tsc uses the API of TypeScript 6.
 * @type {readonly (readonly [title: string, script: string, ...args: string[]])[]}
 */
const checks = [
  ["types of the console", "vue-tsc/bin/vue-tsc.js", "-p", "tsconfig.web.json"],
  ["lint", "oxlint/bin/oxlint", "--deny-warnings"],
  ["formatting", "oxfmt/bin/oxfmt", "--check"],
  ["types of server and desktop", "typescript-7/bin/tsc", "-p", "tsconfig.node.json", "--checkers", "1"],
  ["lint of components", "eslint/bin/eslint.js", "--max-warnings=0", "src/**/*.vue", "--no-error-on-unmatched-pattern"],
  ["dead code", "knip/bin/knip.js", "--no-config-hints"],
  ["types of the scripts", "typescript-7/bin/tsc", "-p", "scripts/tsconfig.json", "--checkers", "1"],
];

/**
 * Processes that end within seconds collect garbage less often: it took a quarter of the time in Go (TypeScript
 * 7, the linter) and V8.
 */
const env = {
  ...process.env,
  GOGC: process.env["GOGC"] ?? "400",
  NODE_OPTIONS: `--max-semi-space-size=128 ${process.env["NODE_OPTIONS"] ?? ""}`.trim(),
};

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  const queue = [...checks];
  let failed = 0;
  const worker = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const [title, script, ...args] = check;
      const { code, output, ms } = await capture(process.execPath, [inRoot("node_modules", script), ...args], { env });
      if (code !== 0) failed += 1;
      print(`${code === 0 ? "✓" : "✗"} ${title} (${duration(ms)})`);
      if (code !== 0) print(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, os.availableParallelism()) }, worker));
  print(failed === 0 ? "All checks passed" : `${failed} of ${checks.length} checks failed`);
  return failed === 0 ? 0 : 1;
});
