import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import Database from "better-sqlite3";
import { makeDataDir } from "../../../server/storage/data-dir.fixture.ts";
import { DATABASE_FILE } from "../../../server/storage/database-file.ts";
import { startStationInProcess } from "../../support/station-in-process.ts";

const dataDir = makeDataDir("sealed");
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const path = join(dataDir, DATABASE_FILE);
const EMAIL = "field@field.test";

/** The bytes of the database and of its log. */
const bytesOnDisk = () =>
  [path, `${path}-wal`].flatMap((file) => (existsSync(file) ? [readFileSync(file).toString("latin1")] : [])).join("");

it("a copy of the database has no token, no key and no cookie that opens anything, and versions before are sealed", async () => {
  let refreshToken = "";
  {
    await using station = await startStationInProcess({ dataDir });
    await station.register(EMAIL);
    refreshToken = (await station.signIn(EMAIL)).refresh_token ?? "";
    expect(refreshToken).toMatch(/^[\w-]{30,}$/);
    const bytes = bytesOnDisk();
    expect(bytes.includes("RefreshToken")).toBe(true);
    expect(bytes.includes(refreshToken)).toBe(false);
    // Members of a private key (RFC 7518, 6.3.2).
    for (const member of ['"d":"', '"dp":"', '"qi":"'])
      expect([member, bytes.includes(member)]).toEqual([member, false]);
    expect(/"secret":"(?!sealed-1:)/.test(bytes)).toBe(false);
  }
  const key = join(dataDir, "secrets", "sealing-key");
  if (process.platform !== "win32") expect(statSync(key).mode & 0o077).toBe(0);

  // As a version stored it that did not seal.
  const plain = "an-id-of-a-refresh-token-as-it-was-stored";
  const db = new Database(path);
  db.prepare("INSERT INTO oidc_record (model, id, payload) VALUES ('RefreshToken', ?, ?)").run(
    plain,
    JSON.stringify({ jti: plain, accountId: "x" }),
  );
  db.close();
  expect(bytesOnDisk().includes(plain)).toBe(true);
  {
    await using again = await startStationInProcess({ dataDir });
    // Whoever has the token still has the session.
    const answer = await fetch(`${again.url}/realms/dcp/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: "service-integration-test",
        refresh_token: refreshToken,
      }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ token_type: "Bearer" })]);
  }
  expect(bytesOnDisk().includes(plain)).toBe(false);

  // Without the key the station goes on, and everybody signs in again.
  rmSync(key);
  await using without = await startStationInProcess({ dataDir });
  expect((await without.signIn(EMAIL)).access_token).toMatch(/^ey/);
});
