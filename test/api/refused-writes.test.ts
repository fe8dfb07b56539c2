import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { CreatedPersonalAccessToken } from "../../server/contracts/tokens.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import { damage, fillRecording } from "../../server/storage/salvage/salvage.fixture.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { restorerAt } from "./restore.requests.ts";

const PATIENT = { timeout: 15_000 };
const ADMIN = "admin@field.test";
const DISK_MIB = 40;

const disk = mountSmallDisk(DISK_MIB);
const folder = mkdtempSync(join(tmpdir(), "fieldstation-refused-"));
afterAll(() => {
  disk?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Two personal access tokens of an administrator, of which none was used. */
async function tokensOf(station: StationInProcess): Promise<readonly string[]> {
  await station.register(ADMIN);
  const { access_token: token } = await station.signIn(ADMIN);
  const create = async (name: string) => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const body = { name, expires_at, password: PASSWORD };
    const created = await station.call("POST", "/v2/pats/tokens", { token, body });
    return (created.body as CreatedPersonalAccessToken).token;
  };
  return [await create("first"), await create("second")];
}

async function expectCredentialsAreJudged(station: StationInProcess, token: string): Promise<void> {
  for (let request = 0; request < 2; request++) {
    expect((await station.call("GET", "/station/v1/sources", { token })).status).toBe(200);
    expect((await station.call("GET", "/station/v1/sources", { token: `${token}x` })).status).toBe(401);
  }
}

describe.skipIf(disk === undefined)("a full disk", () => {
  it("is no reason to refuse a token, and its use is recorded once there is room", async () => {
    copyEmptyDatabase(disk!.folder);
    await using station = await startStationInProcess({ dataDir: disk!.folder });
    const [used, fresh] = await tokensOf(station);
    const add = async () => {
      disk!.fill();
      const body = { name: "More", settings: { kind: "push" } };
      return (await station.call("POST", "/station/v1/sources", { token: used!, body })).status;
    };
    let status = 200;
    while (status === 200) status = await add();
    expect(status).toBe(507);
    await expectCredentialsAreJudged(station, fresh!);

    disk!.empty();
    await expectCredentialsAreJudged(station, fresh!);
    const { body } = await station.call("GET", "/station/v1/audit?kind=token_used", { token: used! });
    expect(new Set((body as readonly AuditEntry[]).map(({ detail }) => detail["token_id"])).size).toBe(2);
  });
});

describe("a damaged recording", () => {
  it("does not prevent tokens from being accepted, and a waiting restore is reported", async () => {
    const dataDir = join(folder, "data");
    copyEmptyDatabase(dataDir);
    fillRecording(dataDir, 20, 400);
    const path = join(dataDir, DATABASE_FILE);
    // The tracks are the last that was written until now.
    const tracksEnd = statSync(path).size;
    let tokens: readonly string[];
    let backup: string;
    {
      await using station = await startStationInProcess({ dataDir });
      tokens = await tokensOf(station);
      backup = await restorerAt(station, tokens[0]).backUp();
    }
    damage(dataDir, tracksEnd - 128 * 1024, 64 * 1024, createSeededRandom(15));
    // What a station leaves that was killed.
    writeFileSync(`${path}-wal`, "");

    await using station = await startStationInProcess({ dataDir });
    const ready = async () => (await station.call("GET", "/station/v1/ready")).status;
    await expect.poll(ready, PATIENT).toBe(503);
    await expectCredentialsAreJudged(station, tokens[1]!);
    const admin = restorerAt(station, tokens[1]);
    expect((await admin.restore({ path: backup })).status).toBe(202);
    await admin.until("waiting");
    expect((await admin.ask("DELETE", "/station/v1/settings/backups/restore")).status).toBe(204);
    expect((await admin.ask("POST", "/station/v1/sources", { name: "More", settings: { kind: "push" } })).status).toBe(
      503,
    );
  });
});
