import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { openStore } from "../../server/storage/database.ts";
import { recordFlights, temporaryDirectory } from "../bench/flights.fixture.ts";

const root = resolve(import.meta.dirname, "../..");
const golden = (file: string) =>
  readFileSync(join(root, "server/kernel/track-segment/golden", file), "utf8")
    .replaceAll(/\s+/gu, " ")
    .trim();
const bytesOf = (file: string) => Buffer.from(golden(file).replaceAll(" ", ""), "hex");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

it.skipIf(!hasPython)(
  "another program reads the packed telemetry of a recording by the documented layout",
  async () => {
    using directory = temporaryDirectory();
    const flights = { tracks: 1, pointsOfTrack: 1, startEveryMs: 1000, stepMs: 1000, spreadDeg: 0.1 };
    recordFlights(directory.path, flights);
    const store = openStore({ dataDir: directory.path });
    const insert = store.writer.prepare(
      "INSERT INTO packed_segment (suboperation, kind, first_ms, last_ms, point_count, bytes) VALUES (1, ?, 1, 2, 1, ?)",
    );
    for (const [kind, name] of ["ua", "operator"].entries()) insert.run(kind, bytesOf(`${name}.hex`));
    const uuid = store.writer.prepare("SELECT uuid FROM suboperation").pluck().get();
    store.close();
    const { stdout } = await promisify(execFile)("python3", [
      join(root, "docs/examples/read-segments.py"),
      join(directory.path, DATABASE_FILE),
    ]);
    const records = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    const expected = ["ua", "operator"].flatMap((kind) =>
      (JSON.parse(golden(`${kind}.json`)) as readonly object[]).map((point) => ({
        suboperation: uuid,
        kind,
        ...point,
      })),
    );
    expect(records).toEqual(expected);
  },
);

it("the worked example is the segment of the tests", () => {
  const document = readFileSync(join(root, "docs/telemetry-layout.md"), "utf8");
  const [example] = /```hex\n([^`]*)```/u.exec(document)!.slice(1);
  const bytes = example!
    .split("\n")
    .map((line) => line.split("  ")[0]!.replaceAll(" ", ""))
    .join("");
  expect(bytes).toBe(golden("operator.hex").replaceAll(" ", ""));
});
