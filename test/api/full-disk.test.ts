import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Diagnosis } from "../../server/contracts/maintenance.ts";
import type { Health, StationInfo } from "../../server/contracts/station.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import { ensureReserve } from "../../server/storage/disk-reserve.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { runCommand } from "../support/station-program.ts";
import { startTestStation, type TestStation } from "../support/station.ts";

const DISK_MIB = 40;
const PATIENT = { timeout: 15_000 };
const disk = mountSmallDisk(DISK_MIB);
afterAll(() => disk?.[Symbol.dispose]());

const DETECTION = {
  sn: "ROOF",
  tech: "WB",
  odid: {
    BasicID: [{ UASID: "1596F351901936310360", IDType: 1, UAType: 2 }],
    Location: { Latitude: 50, Longitude: 14 },
  },
};

describe.skipIf(disk === undefined)("a station on a full disk", () => {
  let station: TestStation;
  beforeAll(async () => {
    copyEmptyDatabase(disk!.folder);
    station = await startTestStation({ dataDir: disk!.folder });
  });
  afterAll(() => station?.stop());

  async function send(method: string, path: string, body?: unknown) {
    const response = await fetch(station.url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }
  /** Rooms in its files are left for a while: writes go on until they are used. */
  async function writeUntilRefused(path: string, body: unknown) {
    for (;;) {
      disk!.fill();
      const answer = await send("POST", path, body);
      if (answer.status !== 200) return answer;
    }
  }

  it("is reported at every write, still permits reading, and recovers by itself", async () => {
    const kept = await send("POST", "/station/v1/sources", { name: "Kept", settings: { kind: "push" } });
    expect([kept.status, ((await send("GET", "/station/v1/health")).body as Health).status]).toEqual([200, "ok"]);

    const refused = await writeUntilRefused("/station/v1/sources", { name: "More", settings: { kind: "push" } });
    expect(refused).toMatchObject({
      status: 507,
      body: { error: "insufficient_storage", messages: [expect.stringContaining("The disk of the station is full")] },
    });
    const pushed = await writeUntilRefused("/station/v1/ingest/scout", DETECTION);
    expect([pushed.status, pushed.headers.get("retry-after")]).toEqual([503, "5"]);
    const listed = await send("GET", "/station/v1/sources");
    expect([listed.status, listed.body]).toEqual([
      200,
      expect.arrayContaining([expect.objectContaining({ name: "Kept" })]),
    ]);
    const health = async () => (await send("GET", "/station/v1/health")).body as Health;
    await expect.poll(health, PATIENT).toMatchObject({ status: "degraded", problems: [{ code: "disk_full" }] });
    expect(((await send("GET", "/station/v1/info")).body as StationInfo).problems).toHaveLength(1);

    disk!.empty();
    await expect.poll(health, PATIENT).toMatchObject({ status: "ok", problems: [] });
    expect((await send("POST", "/station/v1/sources", { name: "Again", settings: { kind: "push" } })).status).toBe(200);
    await expect
      .poll(async () => (await send("POST", "/station/v1/ingest/scout", DETECTION)).status, PATIENT)
      .toBe(200);
  });

  it("starts there with the room that it had put aside, and serves what it has", async () => {
    await station.stop();
    ensureReserve(disk!.folder);
    disk!.fill();
    station = await startTestStation({ dataDir: disk!.folder });
    expect(existsSync(join(disk!.folder, "reserve"))).toBe(false);
    const listed = await send("GET", "/station/v1/sources");
    expect([listed.status, listed.body]).toEqual([
      200,
      expect.arrayContaining([expect.objectContaining({ name: "Again" })]),
    ]);
    expect((await send("GET", "/station/v1/health")).body).toMatchObject({
      status: "degraded",
      problems: [{ code: "disk_full" }],
    });
    const ready = await send("GET", "/station/v1/ready");
    expect([ready.status, ready.body]).toEqual([
      503,
      expect.objectContaining({
        ready: false,
        checks: expect.arrayContaining([expect.objectContaining({ name: "disk", ok: false })]),
      }),
    ]);
    // Its check of the recording has no room to remember what it found, which is nothing.
    const { body: diagnosis } = await send("GET", "/station/v1/diagnosis");
    expect((diagnosis as Diagnosis).findings.filter(({ ok }) => !ok)).toEqual([
      {
        subject: "disk",
        ok: false,
        found: expect.stringMatching(/^The disk of the station is full: \d+ KiB are left/),
      },
    ]);
    disk!.empty();
    expect((await send("GET", "/station/v1/ready")).status).toBe(200);
  });

  it("without that space ends with a sentence that states the remedy", async () => {
    await station.stop();
    disk!.fill();
    const { code, err } = await runCommand(["serve", "--data", disk!.folder, "--port", "0", "--log-level", "silent"]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^The disk of .* is full: free some space there/)]);
    disk!.empty();
    station = await startTestStation({ dataDir: disk!.folder });
  });
});
