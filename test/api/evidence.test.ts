import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strFromU8, strToU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EvidenceVerdict, RawFrameState } from "../../server/contracts/evidence.ts";
import type { StationInfo } from "../../server/contracts/station.ts";
import { MANIFEST_FILE, SUMS_FILE } from "../../server/export/evidence/manifest.ts";
import { verifyPack } from "../../server/export/evidence/verify.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { type Files, linesOf, textOf, zipped } from "./evidence.fixture.ts";
import { ADA, BOB, EVE, type OperationsStation, ROOT, startOperationsStation } from "./operations-station.ts";
import { DETECTIONS, SURVEY } from "./sample-day.fixture.ts";

/** The flights of the fixture in order; the third is Ada's own, and private. */
let station: OperationsStation;
let folder: string;
let key: string;
const DAY = { from: "2025-05-01T00:00:00Z", to: "2025-05-01T12:00:00Z" };
const ALL_FORMATS = ["ndjson", "gpx", "kml", "csv"];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-evidence-"));
  station = await startOperationsStation();
  await station.as(ADA, "PUT", `/station/v1/operations/${idOf(2)}/access`, { visibility: "private" });
  for (const index of [0, 2]) {
    const path = `/v2/airspace/operations/${idOf(index)}/user-data`;
    await station.as(ADA, "POST", path, { note: `note on ${index}` });
  }
  key = ((await station.as(BOB, "GET", "/station/v1/info")).body as StationInfo).evidence_key!;
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const idOf = (index: number) => station.operations[index]!.id;

async function request(person: string, body: object): Promise<Response> {
  return fetch(`${station.whole.url}/station/v1/evidence`, {
    method: "POST",
    headers: { Authorization: `Bearer ${station.tokenOf(person)}`, "Content-Type": "application/json" },
    body: JSON.stringify({ title: "A morning", ...body }),
  });
}

async function makePack(person: string, body: object): Promise<Buffer> {
  const response = await request(person, body);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  return Buffer.from(await response.arrayBuffer());
}

let packs = 0;
function saved(bytes: Uint8Array): string {
  const path = join(folder, `${++packs}.zip`);
  writeFileSync(path, bytes);
  return path;
}

describe("a pack", () => {
  it("has what was received, by whom and when, in every format, with a report that reads nothing else", async () => {
    const files = unzipSync(await makePack(ADA, { ...DAY, formats: ALL_FORMATS }));
    expect(Object.keys(files).filter((path) => path.startsWith("telemetry/"))).toEqual(
      ALL_FORMATS.flatMap((format) =>
        ["aircraft", "operators", "sensors"].map((record) => `telemetry/${record}.${format}`),
      ),
    );
    const identified = DETECTIONS.length;
    const receptions = linesOf(files, "receptions/receptions.ndjson").filter(({ record }) => record === "aircraft");
    expect(receptions).toHaveLength(identified);
    expect(linesOf(files, "telemetry/aircraft.ndjson")).toHaveLength(identified);
    expect(receptions[0]).toMatchObject({
      operation_id: idOf(0),
      timestamp: expect.stringMatching(/^2025-05-01T10:00:00/),
      received_at: expect.stringMatching(/Z$/),
    });
    expect(linesOf(files, "operations.ndjson").map(({ id }) => id)).toEqual(station.operations.map(({ id }) => id));
    expect(linesOf(files, "notes.ndjson").map(({ note }) => note)).toEqual(["note on 0", "note on 2"]);
    const report = textOf(files, "report.html");
    expect(report).toContain(SURVEY.serial);
    expect(report).toContain("default-src 'none'");
    expect(report).toContain('<path class="grid"');
    expect(report).not.toMatch(/<script|<link|<img|url\(|https?:/);
  });

  it("is checked by sha256sum and openssl alone", async () => {
    const unpacked = join(folder, "unpacked");
    for (const [path, bytes] of Object.entries(unzipSync(await makePack(BOB, DAY)))) {
      mkdirSync(dirname(join(unpacked, path)), { recursive: true });
      writeFileSync(join(unpacked, path), bytes);
    }
    const run = (command: string, ...args: readonly string[]) =>
      spawnSync(command, args, { cwd: unpacked, encoding: "utf8" });
    expect(run("sha256sum", "-c", "--strict", SUMS_FILE)).toMatchObject({ status: 0, stderr: "" });
    const { signature } = JSON.parse(readFileSync(join(unpacked, MANIFEST_FILE), "utf8")) as { signature: string };
    writeFileSync(join(unpacked, "signature.bin"), Buffer.from(signature, "base64"));
    writeFileSync(join(unpacked, "station.pem"), key);
    const verify = () =>
      run(
        "openssl",
        "pkeyutl",
        "-verify",
        "-pubin",
        "-inkey",
        "station.pem",
        "-rawin",
        "-in",
        SUMS_FILE,
        "-sigfile",
        "signature.bin",
      );
    expect(verify().stdout).toContain("Signature Verified Successfully");
    writeFileSync(join(unpacked, SUMS_FILE), `${readFileSync(join(unpacked, SUMS_FILE), "utf8")}\n`);
    expect(verify().status).not.toBe(0);
    writeFileSync(join(unpacked, "operations.ndjson"), "{}\n");
    expect(run("sha256sum", "-c", SUMS_FILE).stdout).toContain("operations.ndjson: FAILED");
  });

  it("has the same data each time, except for the two files with the time of its creation", async () => {
    const [one, other] = [unzipSync(await makePack(ADA, DAY)), unzipSync(await makePack(ADA, DAY))];
    const changing = ["about.json", "report.html", SUMS_FILE, MANIFEST_FILE];
    const dataOf = (files: Files) => Object.entries(files).filter(([path]) => !changing.includes(path));
    expect(dataOf(one)).toEqual(dataOf(other));
    expect(dataOf(one).length).toBeGreaterThan(8);
  });

  it("has nothing of what its maker may not read", async () => {
    const files = unzipSync(await makePack(BOB, DAY));
    expect(linesOf(files, "operations.ndjson").map(({ id }) => id)).not.toContain(idOf(2));
    const all = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join("\n");
    expect(all).toContain(idOf(0));
    expect(all).not.toContain(idOf(2));
    expect(all).not.toContain("note on 2");
    expect((await request(BOB, { operations: [idOf(2)] })).status).toBe(404);
  });

  it("is of chosen operations, or of a place", async () => {
    const chosen = unzipSync(await makePack(ADA, { operations: [idOf(1)], formats: [], with_alerts: false }));
    expect(linesOf(chosen, "operations.ndjson").map(({ id }) => id)).toEqual([idOf(1)]);
    expect(Object.keys(chosen).filter((path) => /^(telemetry|alerts|notes)/.test(path))).toEqual([]);
    const far = unzipSync(await makePack(ADA, { ...DAY, bbox: [0, 0, 1, 1] }));
    expect(linesOf(far, "receptions/receptions.ndjson")).toEqual([]);
    expect((await verifyPack(saved(zipped(far)), { named: key, own: undefined }))?.ok).toBe(true);
  });

  it.each([
    [{}, 400, "from: is required unless operations are given."],
    [{ from: DAY.to, to: DAY.from }, 400, "to: must not be before from."],
    [{ ...DAY, bbox: "1,2,3" }, 400, "bbox: must be lon_min,lat_min,lon_max,lat_max."],
    [{ ...DAY, with_raw: true }, 403, "with_raw: frames as they were received are for administrators only"],
  ])("is refused with the field and the reason: %j", async (body, status, message) => {
    const response = await request(BOB, body);
    const { messages } = (await response.json()) as { messages: readonly string[] };
    expect([response.status, messages.join(" ")]).toEqual([status, expect.stringContaining(message)]);
  });
});

describe("verifying", () => {
  let files: Files;
  beforeAll(async () => {
    files = unzipSync(await makePack(BOB, DAY));
  });
  const verify = async (changed: Files, named: string | undefined = key) =>
    (await verifyPack(saved(zipped(changed)), { named, own: undefined }))!;

  it("finds no fault in an unchanged pack, and tells whether its key is the one that was named", async () => {
    const whole = await verify(files);
    expect(whole).toMatchObject({ ok: true, title: "A morning", problems: [], signature: "valid", key: "named" });
    expect(whole.chains.map(({ broken_at: broken }) => broken)).not.toContain(expect.any(Number));
    expect(await verify(files, undefined)).toMatchObject({ ok: true, key: "named" });
    const unnamed = await verifyPack(saved(zipped(files)), { named: undefined, own: undefined });
    expect(unnamed).toMatchObject({ ok: true, key: "unnamed", key_fingerprint: whole.key_fingerprint });
  });

  it("names the changed record, and files that were changed, removed and added", async () => {
    const path = "telemetry/aircraft.ndjson";
    const records = textOf(files, path).split("\n");
    const fifth = records.map((line, index) => (index === 4 ? line.replace('"latitude":5', '"latitude":4') : line));
    expect(await verify({ ...files, [path]: strToU8(fifth.join("\n")) })).toMatchObject({
      ok: false,
      problems: [{ path, state: "changed" }],
      chains: expect.arrayContaining([expect.objectContaining({ path, broken_at: 5 })]),
      manifest: "different",
      signature: "valid",
    });
    const { "sources.json": _removed, ...fewer } = files;
    const shorter = strToU8(records.slice(0, 9).join("\n"));
    const found = await verify({ ...fewer, [path]: shorter, "more.txt": strToU8("more") });
    expect(found.problems).toEqual([
      { path: "more.txt", state: "added" },
      { path: "sources.json", state: "missing" },
      { path, state: "changed" },
    ]);
    expect(found.chains.find((chain) => chain.path === path)).toMatchObject({ records: 9, broken_at: 9 });
  });

  it("does not believe sums that were changed with the files, nor another key", async () => {
    const sums = textOf(files, SUMS_FILE).replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(await verify({ ...files, [SUMS_FILE]: strToU8(sums) })).toMatchObject({ ok: false, signature: "invalid" });
    const other =
      "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";
    expect(await verify(files, other)).toMatchObject({ ok: false, signature: "invalid", key: "other" });
    const stamped = { ...files, [`${SUMS_FILE}.tsr`]: strToU8("a time stamp") };
    expect(await verify(stamped)).toMatchObject({ ok: true, time_stamp: true });
  });

  it("is done by the station as well, for a pack that it is sent", async () => {
    const send = async (body: Uint8Array, query = "") => {
      const response = await fetch(`${station.whole.url}/station/v1/evidence/verify${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${station.tokenOf(EVE)}`, "Content-Type": "application/octet-stream" },
        body: new Blob([new Uint8Array(body)]),
      });
      return [response.status, await response.json()] as const;
    };
    expect(await send(zipped(files))).toEqual([200, expect.objectContaining({ ok: true, key: "own" })]);
    const whole = zipped(files);
    expect((await send(whole.subarray(0, whole.length - 40)))[0]).toBe(400);
    expect((await send(whole, "?key=none"))[0]).toBe(400);
  });
});

describe("frames as they are received", () => {
  const settings = "/station/v1/settings/raw-frames";
  const push = (body: string) =>
    fetch(`${station.whole.url}/station/v1/ingest/scout`, {
      method: "POST",
      headers: { Authorization: `Bearer ${station.tokenOf(ROOT)}`, "Content-Type": "application/x-ndjson" },
      body,
    });

  it("are kept while the switch is on, and put into the packs of administrators", async () => {
    const state = async () => (await station.as(ROOT, "GET", settings)).body as RawFrameState;
    expect((await state()).settings.enabled).toBe(false);
    const heartbeat = '{"sn": "ROOF",   "timestamp": "2025-05-01T11:00:00Z", "lat": 50, "lon": 14}';
    await push(heartbeat);
    expect((await station.as(BOB, "PUT", settings, { enabled: true, keep_days: 2 })).status).toBe(403);
    expect((await station.as(ROOT, "PUT", settings, { enabled: true, keep_days: 2 })).status).toBe(200);
    await push(heartbeat);
    expect(await state()).toMatchObject({ frames: 1, bytes: heartbeat.length, dropped: 0 });
    const now = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
    const files = unzipSync(await makePack(ROOT, { ...now, with_raw: true, formats: [] }));
    const [frame, ...others] = linesOf(files, "raw/frames.ndjson");
    expect(others).toEqual([]);
    expect(Buffer.from(String(frame?.["data"]), "base64").toString()).toBe(heartbeat);
    expect(frame?.["sender"]).toContain("127.0.0.1");
  });
});

describe("the command line", () => {
  it("makes a pack of a data directory, and ends with a code of its own for what was changed", async () => {
    await station.whole[Symbol.asyncDispose]();
    const [pack, keyFile] = [join(folder, "command.zip"), join(folder, "command.pem")];
    writeFileSync(keyFile, key);
    const asked = ["--title", "A day", "--from", DAY.from, "--to", DAY.to, "--format", "gpx,csv", "--user", ADA];
    const made = await runInProcess(["evidence", ...asked, "--data", station.dataDir, "--output", pack, "--json"]);
    expect([made.code, JSON.parse(made.out)]).toEqual([0, { title: "A day", file: pack, bytes: expect.any(Number) }]);
    const files = unzipSync(readFileSync(pack));
    expect(linesOf(files, "operations.ndjson").map(({ id }) => id)).toContain(idOf(2));
    expect(Object.keys(files)).toContain("telemetry/aircraft.gpx");

    const named = await runInProcess(["evidence", "verify", pack, "--key", keyFile, "--json"]);
    expect([named.code, JSON.parse(named.out)]).toEqual([0, expect.objectContaining({ ok: true, key: "named" })]);
    const unnamed = await runInProcess(["evidence", "verify", pack]);
    const { key_fingerprint: fingerprint } = JSON.parse(named.out) as EvidenceVerdict;
    expect([unnamed.code, unnamed.out]).toEqual([
      0,
      expect.stringContaining(`by a key you have not named, SHA-256 ${fingerprint}`),
    ]);
    const changed = saved(zipped({ ...files, "sources.json": strToU8("{}") }));
    const found = await runInProcess(["evidence", "verify", changed]);
    expect([found.code, found.out]).toEqual([1, expect.stringContaining("sources.json was changed.")]);
    const none = saved(strToU8("no archive"));
    expect((await runInProcess(["evidence", "verify", none])).code).toBe(3);
  });
});
