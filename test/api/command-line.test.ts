import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { putEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";

const CLI = resolve(import.meta.dirname, "../../server/app/cli.ts");

let folder = "";
let recording = "";
let dataDir = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldstation-cli-"));
  dataDir = seeded("data");
  recording = join(folder, "morning.jsonl");
  const lines = Array.from({ length: 20 }, (_, second) => lineOf(second));
  await writeFile(recording, [...lines, '{"mac":"nonsense"}', "no JSON"].join("\n"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A data directory that is no test's first start. */
function seeded(name: string): string {
  const directory = join(folder, name);
  putEmptyDatabase(directory);
  return directory;
}

function lineOf(second: number): string {
  const t = Date.UTC(2025, 4, 1, 10, 0, second) / 1000;
  return JSON.stringify({
    t,
    mac: "02:00:5e:00:53:01",
    radio: "wifi",
    lat: 50 + second * 1e-4,
    lon: 14.4,
    id: "1596F3ABC",
  });
}

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

type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs a command to its end. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...env } });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

/** Starts `serve`; gives the first line of its standard output and a way to end it. */
async function serve(args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  let rest = "";
  const lines = createInterface({ input: child.stdout });
  const [first] = (await once(lines, "line")) as [string];
  lines.on("line", (line) => (rest += line));
  return {
    first,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code] = await closed;
      return { code, rest };
    },
  };
}

describe("replay", () => {
  it("tells what it took and what it refused as one JSON object", async () => {
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

  it("tells it in words without --json", async () => {
    const { code, out } = await run(["replay", recording, "--data", dataDir]);
    expect([code, out.split("\n")[0]]).toEqual([0, "1 file, 20 aircraft records"]);
    expect(out).toMatch(/^operation [0-9a-f-]{36} {2}1596F3ABC {2}20 records$/m);
  });

  it("takes its options from the environment too", async () => {
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
    const { code, out, err } = await run(["replay", ...paths, "--data", dataDir, "--json"]);
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

  it("fails where all of a file was refused, and says what", async () => {
    const { code, out, err } = await run(["replay", refused(), "--data", seeded("refused"), "--json"]);
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { files: 0, records: 0, refused: { "value_out_of_range: mac": 2 }, operations: [] },
    ]);
    expect(err).toBe(
      "Nothing of refused.jsonl could be read: everything in it was refused (value_out_of_range: mac 2).\n",
    );
  });

  it("takes the other files, and then ends with another code than 0", async () => {
    const files = [join(folder, "missing.pcap"), refused(), recording];
    const { code, out, err } = await run(["replay", ...files, "--data", seeded("others"), "--json"]);
    expect([code, JSON.parse(out)]).toMatchObject([1, { files: 1, records: 20, operations: [{ records: 20 }] }]);
    expect(err.trimEnd().split("\n")).toEqual([
      expect.stringContaining("missing.pcap is not there"),
      expect.stringContaining("Nothing of refused.jsonl"),
    ]);
  });

  it("succeeds where a capture was read and its frames were refused: that is what was on the air", async () => {
    const { code, out } = await run(["replay", forged(), "--data", seeded("forged"), "--json"]);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { files: 1, records: 0, refused: { legacy_dji_drone_id: 1 }, operations: [] },
    ]);
  });

  it("is the same at a running station", async () => {
    const station = await serve(["--data", seeded("running"), "--log-level", "error", "--local-operator"]);
    const { url } = JSON.parse(station.first) as { readonly url: string };
    const { code, out, err } = await run(["replay", refused(), recording, forged(), "--url", url, "--json"]);
    expect([code, JSON.parse(out)]).toMatchObject([1, { files: 2, records: 20, refused: { legacy_dji_drone_id: 1 } }]);
    expect(err).toContain("Nothing of refused.jsonl could be read");
    await station.end("SIGTERM");
  });
});

describe("export", () => {
  let operationId = "";
  beforeAll(async () => {
    const { out } = await run(["replay", recording, "--data", dataDir, "--json"]);
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
    const { code, out } = await run(["export", "--operation", operationId, "--format", format, "--data", dataDir]);
    expect(code).toBe(0);
    expect(out).toMatch(shape);
    expect(out).toContain("50.0019");
  });

  it("writes the same into a file, under its name only when it is whole", async () => {
    const output = join(folder, "flight.ndjson");
    const args = ["export", "--operation", operationId, "--format", "ndjson", "--data", dataDir];
    const [toFile, toOutput] = [await run([...args, "--output", output]), await run(args)];
    expect([toFile.code, toFile.out, existsSync(`${output}.part`)]).toEqual([0, "", false]);
    expect(await readFile(output, "utf8")).toBe(toOutput.out);
  });

  it("sums up as JSON what it wrote, on standard error where the export itself is the output", async () => {
    const output = join(folder, "flight.csv");
    const args = ["export", "--operation", operationId, "--format", "csv", "--data", dataDir, "--json"];
    const [toFile, toOutput] = [await run([...args, "--output", output]), await run(args)];
    const bytes = Buffer.byteLength(toOutput.out);
    const summary = { operation: operationId, record: "ua", format: "csv", bytes };
    expect(JSON.parse(toFile.out)).toEqual({ ...summary, file: output });
    expect(JSON.parse(toOutput.err)).toEqual({ ...summary, file: null });
    expect(toOutput.out).toBe(await readFile(output, "utf8"));
  });

  it("of an operation that does not exist fails, and writes no file", async () => {
    const output = join(folder, "nothing.gpx");
    const { code, err } = await run(["export", "--operation", "nobody", "--data", dataDir, "--output", output]);
    expect([code, existsSync(output)]).toEqual([1, false]);
    expect(err).toContain("no operation nobody");
  });

  it("of a format that does not exist names those that do", async () => {
    const { code, err } = await run(["export", "--operation", "x", "--format", "shp", "--data", dataDir]);
    expect(code).not.toBe(0);
    expect(err).toContain("gpx, kml, geojson, geojsonseq, csv, ndjson, json");
  });
});

describe("serve", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("says that it is ready first, and ends with 0 after %s", async (signal) => {
    const station = await serve(["--data", seeded(signal), "--log-level", "error"]);
    const ready = JSON.parse(station.first) as { readonly url: string };
    expect(ready).toEqual({
      event: "ready",
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      version: packageFile.version,
    });
    expect((await fetch(`${ready.url}/station/v1/health`)).status).toBe(200);
    expect(await station.end(signal)).toEqual({ code: 0, rest: "" });
  });

  it("on a port in use fails with one clear sentence", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, out, err } = await run(["serve", "--data", seeded("port"), "--port", String(port)]);
    other.close();
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(`Port ${port} on 127.0.0.1 is in use by another program; choose another with --port.\n`);
  });

  it("in a directory in use fails with one clear sentence, and leaves the other alone", async () => {
    const shared = seeded("shared");
    const station = await serve(["--data", shared, "--log-level", "error"]);
    for (const args of [
      ["serve", "--port", "0"],
      ["replay", recording],
      ["export", "--operation", "x"],
    ]) {
      const { code, err } = await run([...args, "--data", shared]);
      expect([code, err.includes("in use by another station")]).toEqual([1, true]);
    }
    expect((await station.end("SIGTERM")).code).toBe(0);
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.org"])(
    "on %s is refused while there are no accounts",
    async (host) => {
      const { code, err } = await run(["serve", "--data", join(folder, "open"), "--port", "0", "--host", host]);
      expect(code).toBe(1);
      expect(err).toContain("listens on its own computer only");
      expect(existsSync(join(folder, "open"))).toBe(false);
    },
  );

  it.each(["70000", "http"])("on port %s is refused", async (port) => {
    const { code, err } = await run(["serve", "--data", join(folder, "open"), `--port=${port}`]);
    expect([code, err.includes("A port is a whole number from 0 to 65535.")]).toEqual([1, true]);
  });
});

describe("doctor", () => {
  const doctor = async (data: string) => {
    const { code, out } = await run(["doctor", "--data", data, "--json"]);
    const { ok, findings } = JSON.parse(out) as {
      readonly ok: boolean;
      readonly findings: readonly { readonly subject: string; readonly ok: boolean; readonly found: string }[];
    };
    return { code, ok, of: (subject: string) => findings.find((finding) => finding.subject === subject) };
  };

  it("ends with 0 when nothing is missing, and makes nothing", async () => {
    const data = join(folder, "not", "yet");
    const { code, ok, of } = await doctor(data);
    expect([code, ok, existsSync(data)]).toEqual([0, true, false]);
    expect(of("SpatiaLite")?.found).toMatch(/^\d+\.\d+/);
    expect(of("data directory")?.found).toContain("nothing recorded yet");
  });

  it("finds a recording", async () => {
    await run(["replay", recording, "--data", dataDir]);
    expect((await doctor(dataDir)).of("data directory")).toMatchObject({
      ok: true,
      found: expect.stringContaining("with a recording"),
    });
  });

  it("ends with 1 when the data directory lies below a file", async () => {
    const { code, ok, of } = await doctor(join(recording, "data"));
    expect([code, ok, of("data directory")?.ok]).toEqual([1, false, false]);
  });

  it("ends with 1 when the database is another program's, or none", async () => {
    const data = seeded("foreign");
    await run(["replay", recording, "--data", data]);
    await writeFile(join(data, "station.sqlite"), "not a database at all");
    const { code, of } = await doctor(data);
    expect([code, of("data directory")?.ok]).toEqual([1, false]);
  });

  it("speaks to people without --json", async () => {
    const { out } = await run(["doctor", "--data", dataDir]);
    expect(out).toMatch(/^ok {7}SpatiaLite: \d/m);
  });
});

it("says what its commands are, and a command what it takes", async () => {
  const [all, replay] = [await run(["--help"]), await run(["replay", "--help"])];
  expect([all.code, replay.code]).toEqual([0, 0]);
  for (const command of ["serve", "replay", "export", "doctor"]) expect(all.out).toContain(`  ${command} [options]`);
  expect(replay.out).toContain("STATION_DATA");
});
