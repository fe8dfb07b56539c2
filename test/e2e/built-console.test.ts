import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it } from "vitest";

/** With a file for each combination of pages there were 34 scripts. */
const MAX_SCRIPTS = 6;

it("loads the scripts of its first page in a few requests", async () => {
  const page = await readFile(join(inject("builtConsole"), "index.html"), "utf8");
  const scripts = page.match(/="[^"]*\/assets\/[^"]*\.js"/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS);
});
