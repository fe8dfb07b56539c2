import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation, type Station } from "../../server/app/index.ts";
import type { StoredRecording } from "../../server/contracts/recordings.ts";
import type { RetentionState } from "../../server/contracts/retention.ts";
import type { Source } from "../../server/contracts/sources.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";

const LINE = JSON.stringify({
  sn: "roof",
  tech: "wifi_beacon",
  mac: "02:00:5e:00:00:01",
  timestamp: "2026-05-01T08:00:00.000Z",
  odid: {
    BasicID: [{ UASID: "1596F350457791151077", IDType: 1, UAType: 2 }],
    Location: { Status: 2, Latitude: 47.07, Longitude: 15.43 },
  },
});

let station: Station;
let dataDir: string;
const start = () => startStation({ dataDir, port: 0, localOperator: true, log: silentLog, lessSafe: LESS_SAFE });
beforeAll(async () => {
  dataDir = makeDataDir("uploaded-recordings");
  station = await start();
});
afterAll(async () => {
  await station.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const folder = () => join(dataDir, "recordings");

async function upload(name: string, text: string): Promise<StoredRecording> {
  const address = `${station.url}/station/v1/recordings?name=${encodeURIComponent(name)}`;
  const headers = { "Content-Type": "application/octet-stream" };
  const response = await fetch(address, { method: "POST", headers, body: text });
  expect(response.status).toBe(200);
  return (await response.json()) as StoredRecording;
}

async function replay(path: string): Promise<Source> {
  const settings = { kind: "file", path, speed: 0, loop: false };
  const response = await fetch(`${station.url}/station/v1/sources`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "A recording", settings }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Source;
}

/** As the settings show it beside the size of the recording. */
async function uploadedBytes(): Promise<number> {
  const response = await fetch(`${station.url}/station/v1/settings/retention`);
  return ((await response.json()) as RetentionState).disk.uploaded_bytes;
}

const remove = ({ id }: Source) => fetch(`${station.url}/station/v1/sources/${id}`, { method: "DELETE" });

describe("a recording that is uploaded", () => {
  it("is kept byte for byte, is replayed, and goes with the last source that reads it", async () => {
    const stored = await upload("my roof.jsonl", `${LINE}\n`);
    expect(stored.bytes).toBe(LINE.length + 1);
    expect(stored.path).toMatch(/my_roof\.jsonl$/);
    expect(await uploadedBytes()).toBe(stored.bytes);
    expect(readFileSync(stored.path, "utf8")).toBe(`${LINE}\n`);

    const [first, second] = [await replay(stored.path), await replay(stored.path)];
    await expect
      .poll(async () => {
        const sources = (await (await fetch(`${station.url}/station/v1/sources`)).json()) as readonly Source[];
        return sources.find(({ id }) => id === first.id)?.frames;
      })
      .toBe(1);
    expect((await remove(first)).status).toBe(204);
    expect(existsSync(stored.path)).toBe(true);
    expect((await remove(second)).status).toBe(204);
    expect(existsSync(stored.path)).toBe(false);
    expect(await uploadedBytes()).toBe(0);
  });

  it("never leaves its folder, whatever it is called, and no file elsewhere is deleted with a source", async () => {
    const stored = await upload("../../escape.jsonl", LINE);
    expect(stored.path.startsWith(folder())).toBe(true);
    expect(readdirSync(folder())).toHaveLength(1);

    const own = join(dataDir, "mine", "own.jsonl");
    mkdirSync(join(dataDir, "mine"));
    writeFileSync(own, LINE);
    expect((await remove(await replay(own))).status).toBe(204);
    expect(existsSync(own)).toBe(true);
  });

  it("is deleted at the next start where no source reads it", async () => {
    const [read, left] = [await upload("read.jsonl", LINE), await upload("left.jsonl", LINE)];
    await replay(read.path);
    writeFileSync(`${left.path}.part`, "half");
    await station.stop();
    station = await start();
    expect(readdirSync(folder()).map((name) => join(folder(), name))).toEqual([read.path]);
  });
});
