import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDataDir } from "./support/journeys.ts";
import { startStandIn } from "./support/stand-in.launch.ts";

let dataDir: string;
let remove: () => void;
beforeEach(() => void ({ dataDir, remove } = makeDataDir()));
afterEach(() => remove());

/** What an app says in the dialog of a failed start, which the stand-in prints, and its exit code. */
async function fail(folder: string): Promise<readonly [message: string, code: unknown]> {
  const env = { ...process.env, TMPDIR: dataDir };
  const child = startStandIn({ dataDir: folder, args: [], env }, "pipe");
  if (child.stderr === null) throw new Error("its words are not read");
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return [message, code];
}

it("an app that cannot store its profile reports that and ends, instead of assuming that another instance runs", async () => {
  mkdirSync(dataDir);
  // A file in the place of a folder: no right of a user gets around that.
  const file = join(dataDir, "taken");
  writeFileSync(file, "");
  const [message, code] = await fail(join(file, "recording"));
  expect(message).toContain("Fieldstation could not start\nThe folder ");
  expect(message).toContain(`${join(file, "recording/window")} cannot be used: ENOTDIR`);
  expect(code).toBe(1);
});
