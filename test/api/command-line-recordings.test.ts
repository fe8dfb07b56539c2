import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCommandFolder, serve } from "./command-line.fixture.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { runCommand as run } from "../support/station-program.ts";

const commands = await makeCommandFolder();
afterAll(() => commands[Symbol.asyncDispose]());
const { dataDir, folder, recording, seeded } = commands;

/** A pcap (radiotap) with one beacon of DJI's older DroneID, as forgers send it. */
function forgedCapture(): Uint8Array {
  const words = (...values: readonly number[]) => Buffer.from(new Uint32Array(values).buffer);
  const beacon = Buffer.from(
    `000008000000000080000000ffffffffffff${"02456dffdddc".repeat(2)}${"00".repeat(14)}`,
    "hex",
  );
  const packet = Buffer.concat([beacon, Buffer.of(221, 6, 0x26, 0x37, 0x12, 0x58, 0x62, 0x13)]);
  const header = words(0xa1b2c3d4, 0x0004_0002, 0, 0, 65_535, 127);
  return Buffer.concat([header, words(1_746_093_600, 0, packet.length, packet.length), packet]);
}

describe("replay", () => {
  it("reports what it accepted and refused as one JSON object", async () => {
    const { code, out } = await run(["replay", recording, recording, "--data", dataDir, "--json"]);
    expect(code).toBe(0);
    expect(out.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(out)).toEqual({
      files: 2,
      records: 40,
      refused: { "value_out_of_range: mac": 2, malformed_json: 2 },
      operations: [{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), uas_id: "1596F3ABC", records: 40 }],
    });
  });

  it("reports the same in words without --json", async () => {
    const { code, out } = await runInProcess(["replay", recording, "--data", dataDir]);
    expect([code, out.split("\n")[0]]).toEqual([0, "1 file, 20 aircraft records"]);
    expect(out).toMatch(/^operation [0-9a-f-]{36} {2}1596F3ABC {2}20 records$/m);
  });

  it("reads its options from the environment too", async () => {
    const own = join(folder, "by environment");
    const { code, out } = await run(["replay", recording], { STATION_DATA: own, STATION_JSON: "1" });
    expect([code, (JSON.parse(out) as { records: number }).records]).toEqual([0, 20]);
    expect(existsSync(join(own, "station.sqlite"))).toBe(true);
  });

  it.each([
    ["a file that is not there", ["missing.pcap"], "missing.pcap is not there"],
    ["a folder", ["."], "not a recording"],
  ])("of %s fails with one sentence", async (_, files, sentence) => {
    const paths = files.map((file) => resolve(folder, file));
    const { code, out, err } = await runInProcess(["replay", ...paths, "--data", dataDir, "--json"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(sentence);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("replay of what cannot be read", () => {
  const refused = () => join(folder, "refused.jsonl");
  const forged = () => join(folder, "forged.pcap");
  beforeAll(async () => {
    await writeFile(refused(), '{"mac":"nonsense"}\n{"mac":"nor this"}\n');
    await writeFile(forged(), forgedCapture());
  });

  it("fails where all of a file was refused, and names the file and what was refused", async () => {
    const { code, out, err } = await runInProcess(["replay", refused(), "--data", seeded("refused"), "--json"]);
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { files: 0, records: 0, refused: { "value_out_of_range: mac": 2 }, operations: [] },
    ]);
    expect(err).toBe(
      "Nothing of refused.jsonl could be read: everything in it was refused (value_out_of_range: mac 2).\n",
    );
  });

  it("imports the other files, and then ends with a code other than 0", async () => {
    const files = [join(folder, "missing.pcap"), refused(), recording];
    const { code, out, err } = await run(["replay", ...files, "--data", seeded("others"), "--json"]);
    expect([code, JSON.parse(out)]).toMatchObject([1, { files: 1, records: 20, operations: [{ records: 20 }] }]);
    expect(err.trimEnd().split("\n")).toEqual([
      expect.stringContaining("missing.pcap is not there"),
      expect.stringContaining("Nothing of refused.jsonl"),
    ]);
  });

  it("succeeds where a capture was read and its frames were refused: that is what was on the air", async () => {
    const { code, out } = await runInProcess(["replay", forged(), "--data", seeded("forged"), "--json"]);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { files: 1, records: 0, refused: { legacy_dji_drone_id: 1 }, operations: [] },
    ]);
  });

  it("is the same at a running station", async () => {
    const station = await serve(["--data", seeded("running"), "--log-level", "error", "--local-operator"]);
    const { url } = JSON.parse(station.first) as { readonly url: string };
    const { code, out, err } = await runInProcess(["replay", refused(), recording, forged(), "--url", url, "--json"]);
    expect([code, JSON.parse(out)]).toMatchObject([1, { files: 2, records: 20, refused: { legacy_dji_drone_id: 1 } }]);
    expect(err).toContain("Nothing of refused.jsonl could be read");
    await station.end("SIGTERM");
  });
});

describe("export", () => {
  let operationId = "";
  beforeAll(async () => {
    const { out } = await runInProcess(["replay", recording, "--data", dataDir, "--json"]);
    operationId = (JSON.parse(out) as { operations: { id: string }[] }).operations[0]!.id;
  });

  it.each([
    ["gpx", /^<\?xml[^]*<\/gpx>\s*$/],
    ["kml", /^<\?xml[^]*<\/kml>\s*$/],
    ["geojson", /^\{"type":"FeatureCollection"[^]*"bbox":\[[^\]]+\]\}\s*$/],
    ["geojsonseq", /^\p{Cc}\{"type":"Feature"/u],
    ["csv", /^timestamp,/],
    ["ndjson", /^\{"timestamp"/],
    ["json", /^\[\s*\{"timestamp"[^]*\]\s*$/],
  ])("writes %s to standard output", async (format, shape) => {
    const { code, out } = await runInProcess([
      "export",
      "--operation",
      operationId,
      "--format",
      format,
      "--data",
      dataDir,
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(shape);
    expect(out).toContain("50.0019");
  });

  it("writes the same into a file, under its name only when it is complete", async () => {
    const output = join(folder, "flight.ndjson");
    const args = ["export", "--operation", operationId, "--format", "ndjson", "--data", dataDir];
    const [toFile, toOutput] = [await run([...args, "--output", output]), await run(args)];
    expect([toFile.code, toFile.out, existsSync(`${output}.part`)]).toEqual([0, "", false]);
    expect(await readFile(output, "utf8")).toBe(toOutput.out);
  });

  it("leaves no listener on standard output, however many are written", async () => {
    const { stdout } = process;
    const listeners = () => stdout.eventNames().map((name) => [name, stdout.listenerCount(name)]);
    const args = ["export", "--operation", operationId, "--format", "csv", "--data", dataDir];
    await runInProcess(args);
    const before = listeners();
    expect((await runInProcess(args)).code).toBe(0);
    expect(listeners()).toEqual(before);
  });

  it("sums up as JSON what it wrote, on standard error where the export itself is the output", async () => {
    const output = join(folder, "flight.csv");
    const args = ["export", "--operation", operationId, "--format", "csv", "--data", dataDir, "--json"];
    const [toFile, toOutput] = [await runInProcess([...args, "--output", output]), await runInProcess(args)];
    const bytes = Buffer.byteLength(toOutput.out);
    const summary = { operation: operationId, record: "ua", format: "csv", bytes };
    expect(JSON.parse(toFile.out)).toEqual({ ...summary, file: output });
    expect(JSON.parse(toOutput.err)).toEqual({ ...summary, file: null });
    expect(toOutput.out).toBe(await readFile(output, "utf8"));
  });

  it("of an operation that does not exist fails, and writes no file", async () => {
    const output = join(folder, "nothing.gpx");
    const { code, err } = await runInProcess([
      "export",
      "--operation",
      "unknown-id",
      "--data",
      dataDir,
      "--output",
      output,
    ]);
    expect([code, existsSync(output)]).toEqual([1, false]);
    expect(err).toContain("no operation unknown-id");
  });

  it("of a format that does not exist names those that do", async () => {
    const { code, err } = await run(["export", "--operation", "x", "--format", "shp", "--data", dataDir]);
    expect(code).not.toBe(0);
    expect(err).toContain("gpx, kml, geojson, geojsonseq, csv, ndjson, json");
  });
});
