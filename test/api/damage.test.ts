import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Diagnosis } from "../../server/contracts/maintenance.ts";
import type { Readiness } from "../../server/contracts/readiness.ts";
import { restoreRecording } from "../../server/storage/backup.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import { damage, fillRecording } from "../../server/storage/salvage/salvage.fixture.ts";
import { startStationInProcess } from "../support/station-in-process.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { runCommand } from "../support/station-program.ts";

const PATIENT = { timeout: 15_000 };
const TRACKS = 20;
const POINTS = 400;
const DETECTION = {
  sn: "ROOF",
  tech: "WB",
  odid: {
    BasicID: [{ UASID: "1596F351901936310360", IDType: 1, UAType: 2 }],
    Location: { Latitude: 50, Longitude: 14 },
  },
};

const folder = mkdtempSync(join(tmpdir(), "fieldstation-damage-"));
const dataDir = join(folder, "data");
const path = join(dataDir, DATABASE_FILE);
beforeAll(() => {
  copyEmptyDatabase(dataDir);
  fillRecording(dataDir, TRACKS, POINTS);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a damaged recording is noticed after an unclean end, serves what can be read, and comes back by salvage", async () => {
  // The tracks are the last that was written, so their pages are at the end.
  damage(dataDir, statSync(path).size - 128 * 1024, 64 * 1024, createSeededRandom(15));
  // What a station leaves that was killed.
  writeFileSync(`${path}-wal`, "");
  {
    await using station = await startStationInProcess({ dataDir, localOperator: true });
    const ready = async () => {
      const { status, body } = await station.call("GET", "/station/v1/ready");
      return [status, (body as Readiness).checks.filter(({ ok }) => !ok).map(({ name }) => name)];
    };
    await expect.poll(ready, PATIENT).toEqual([503, ["integrity"]]);
    const { body: health } = await station.call("GET", "/station/v1/health");
    expect(health).toMatchObject({
      status: "degraded",
      problems: [
        { code: "recording_damaged", msg: expect.stringMatching(/station restore .*station salvage .*export/) },
      ],
    });

    const anonymous = await station.call("GET", "/station/v1/health", {
      headers: { "X-Forwarded-For": "203.0.113.7" },
    });
    expect(anonymous.body).toMatchObject({ status: "degraded", problems: [{ code: "recording_damaged" }] });
    expect(JSON.stringify(anonymous.body)).not.toContain("/");

    const source = { name: "More", settings: { kind: "push" } };
    expect(await station.call("POST", "/station/v1/sources", { body: source })).toMatchObject({
      status: 503,
      body: { error: "recording_damaged", messages: [expect.stringContaining("nothing new is stored")] },
    });
    const pushed = await station.call("POST", "/station/v1/ingest/scout", { body: DETECTION });
    expect([pushed.status, pushed.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await station.call("GET", "/station/v1/sources")).status).toBe(200);
    const diagnosis = (await station.call("GET", "/station/v1/diagnosis")).body as Diagnosis;
    expect(diagnosis.findings).toContainEqual({
      subject: "recording",
      ok: false,
      found: expect.stringContaining("damaged"),
    });
  }

  // Still known at the next start, which ended cleanly.
  {
    await using again = await startStationInProcess({ dataDir, localOperator: true });
    const { body } = await again.call("GET", "/station/v1/health");
    expect(body).toMatchObject({ status: "degraded", problems: [{ code: "recording_damaged" }] });
  }

  const saved = join(folder, "saved.sqlite");
  const salvaged = await runCommand(["salvage", saved, "--data", dataDir]);
  expect(salvaged).toMatchObject({ code: 0, err: "" });
  expect(salvaged.out).toMatch(/^ua_track +\d+ rows, \d+ pages damaged, their rows are lost$/m);
  await restoreRecording(saved, dataDir, Date.now());

  await using restored = await startStationInProcess({ dataDir, localOperator: true });
  expect((await restored.call("GET", "/station/v1/health")).body).toMatchObject({ status: "ok" });
  expect((await restored.call("POST", "/station/v1/ingest/scout", { body: DETECTION })).status).toBe(200);
  expect(((await restored.call("GET", "/station/v1/diagnosis")).body as Diagnosis).findings).toContainEqual({
    subject: "recording",
    ok: true,
    found: expect.any(String),
  });
});
