import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FoundBackup } from "../../server/contracts/backups.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { makePersistentDataDir, type Restorer, restorerAt, SETTINGS } from "./restore.requests.ts";

const FILES = `${SETTINGS}/files`;
const CHANGED = "2026-11-02T06:30:00.000Z";
const kept = makePersistentDataDir();
const { dataDir } = kept;
const elsewhere = join(dataDir, "..", "elsewhere");
const uploadFolder = join(dataDir, "uploaded-backup");
afterAll(() => kept[Symbol.dispose]());

type Given = { readonly status: number; readonly body: unknown };
type Giver = Restorer & {
  readonly name: (path: string) => Promise<Given>;
  readonly upload: (bytes: Uint8Array, query?: string) => Promise<Given>;
};

/** A station in the directory, and its administrator. */
async function startAgain(): Promise<AsyncDisposable & { readonly admin: Giver; readonly station: StationInProcess }> {
  const station = await startStationInProcess({ dataDir });
  const { access_token: token } = await station.signIn("admin@field.test");
  const restorer = restorerAt(station, token);
  const admin: Giver = {
    ...restorer,
    name: (path) => restorer.ask("POST", FILES, { path }),
    async upload(bytes, query = "") {
      const answer = await fetch(`${station.url}${FILES}${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
        body: new Uint8Array(bytes),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
  return { admin, station, [Symbol.asyncDispose]: () => station[Symbol.asyncDispose]() };
}

/** A backup that the station does not know any more: it is outside of its folder. */
async function carryAway(admin: Restorer, name: string): Promise<string> {
  const path = join(elsewhere, name);
  copyFileSync(await admin.backUp(), path);
  return path;
}

const foundPaths = async (admin: Restorer) => (await admin.state()).found.map(({ path }) => path);

beforeAll(async () => {
  mkdirSync(elsewhere);
  await using station = await startStationInProcess({ dataDir });
  await station.register("admin@field.test");
});

describe("a file that is given to be restored", () => {
  it("is restored from where it is on the station's computer", async () => {
    {
      await using now = await startAgain();
      const { admin } = now;
      await admin.add("Carried");
      const path = await carryAway(admin, "carried.sqlite");
      await admin.add("Later");
      expect((await admin.restore({ path })).status).toBe(400);

      const { size } = statSync(path);
      expect(await admin.name(path)).toMatchObject({ status: 200, body: { path, bytes: size, is_encrypted: false } });
      expect(await foundPaths(admin)).toContain(path);
      expect((await admin.restore({ path })).status).toBe(202);
      await admin.until("waiting");
      expect(await admin.name(path)).toMatchObject({ status: 409, body: { error: "restore_waiting" } });
    }
    await using now = await startAgain();
    expect(await now.admin.names()).toEqual(["Carried"]);
    expect((await now.admin.state()).restore).toMatchObject({ phase: "done", path: join(elsewhere, "carried.sqlite") });
    expect(await foundPaths(now.admin)).not.toContain(join(elsewhere, "carried.sqlite"));
    await now.admin.ask("DELETE", `${SETTINGS}/restore`);
  });

  it("is uploaded from another computer, and deleted when the station starts again", async () => {
    {
      await using now = await startAgain();
      const { admin } = now;
      await admin.add("Uploaded");
      const bytes = readFileSync(await carryAway(admin, "uploaded.sqlite"));
      await admin.add("After the upload");
      const { max_upload_bytes: room } = await admin.state();
      expect(room).toBeGreaterThan(bytes.length);

      expect((await admin.upload(bytes, "?name=first.sqlite")).status).toBe(200);
      const answer = await admin.upload(bytes, `?name=${encodeURIComponent("../a b.sqlite")}&changed_at=${CHANGED}`);
      expect(answer).toMatchObject({
        status: 200,
        body: { bytes: bytes.length, is_encrypted: false, changed_at: CHANGED },
      });
      // One at a time, and never outside of its folder.
      expect(readdirSync(uploadFolder)).toEqual(["_a_b.sqlite"]);
      const { path } = answer.body as FoundBackup;
      expect(path).toBe(join(uploadFolder, "_a_b.sqlite"));
      expect(await foundPaths(admin)).toContain(path);
      expect((await admin.restore({ path })).status).toBe(202);
      await admin.until("waiting");
      expect(await admin.upload(bytes)).toMatchObject({ status: 409, body: { error: "restore_waiting" } });
    }
    await using now = await startAgain();
    expect(await now.admin.names()).toContain("Uploaded");
    expect(await now.admin.names()).not.toContain("After the upload");
    expect(existsSync(uploadFolder)).toBe(false);
    await now.admin.ask("DELETE", `${SETTINGS}/restore`);
  });

  it("that is encrypted is opened with its passphrase", async () => {
    const passphrase = "correct horse battery";
    const settings = { every_hours: null, kept: 9, folder: null };
    await using now = await startAgain();
    const { admin } = now;
    await admin.ask("PUT", SETTINGS, { ...settings, encryption: { kind: "passphrase", passphrase } });
    const bytes = readFileSync(await carryAway(admin, "sealed.sqlite.age"));
    const { body } = await admin.upload(bytes, "?name=sealed.sqlite.age");
    const { path, is_encrypted } = body as FoundBackup;
    expect(is_encrypted).toBe(true);
    expect(await admin.restore({ path })).toMatchObject({
      status: 400,
      body: { messages: [expect.stringContaining("is needed")] },
    });
    expect((await admin.restore({ path, passphrase: "something else" })).status).toBe(400);
    expect((await admin.restore({ path, passphrase })).status).toBe(202);
    await admin.until("waiting");
    await admin.ask("DELETE", `${SETTINGS}/restore`);
    await admin.ask("PUT", SETTINGS, { ...settings, encryption: { kind: "none" } });
  });
});

describe("a file that cannot be restored", () => {
  it("is refused in one sentence, named or uploaded, and nothing is kept", async () => {
    await using now = await startAgain();
    const { admin } = now;
    const text = join(elsewhere, "letter.txt");
    writeFileSync(text, "Dear station,\n".repeat(40));
    const other = join(elsewhere, "other.sqlite");
    const foreign = new Database(other);
    foreign.exec("CREATE TABLE notes (body TEXT)");
    foreign.close();
    const newer = await carryAway(admin, "newer.sqlite");
    const db = new Database(newer);
    db.pragma("user_version = 9999");
    db.close();
    const empty = join(elsewhere, "empty.sqlite");
    writeFileSync(empty, "");

    const refusals = [
      [text, /^The file is neither a recording of a station nor/],
      [other, /^The file is neither a recording of a station nor/],
      [empty, /^The file is neither a recording of a station nor/],
      [newer, /^The file was written by a newer Fieldstation/],
    ] as const;
    for (const [path, sentence] of refusals) {
      const refused = { status: 400, body: { error: "unusable_backup", messages: [expect.stringMatching(sentence)] } };
      expect(await admin.name(path)).toMatchObject(refused);
      expect(await admin.upload(readFileSync(path))).toMatchObject(refused);
      expect(existsSync(uploadFolder)).toBe(false);
    }
    const named = [
      [join(dataDir, DATABASE_FILE), "The file is the recording that the station uses now."],
      [join(elsewhere, "nothing"), "path: there is no file that the station may read."],
      [elsewhere, "path: there is no file that the station may read."],
      ["letter.txt", "path: must be absolute."],
    ] as const;
    for (const [path, sentence] of named) {
      expect(await admin.name(path)).toMatchObject({ status: 400, body: { messages: [sentence] } });
    }
    expect((await admin.ask("POST", FILES)).status).toBe(400);
    expect(await foundPaths(admin)).not.toContain(text);
  });

  it("is refused to those who do not administer the station", async () => {
    await using station = await startStationInProcess({ dataDir, registration: "open" });
    await station.register("bob@field.test");
    const { access_token: token } = await station.signIn("bob@field.test");
    const path = join(elsewhere, "carried.sqlite");
    expect((await station.call("POST", FILES, { token, body: { path } })).status).toBe(403);
    expect((await station.call("POST", FILES, { body: { path } })).status).toBe(401);
    expect(existsSync(uploadFolder)).toBe(false);
  });
});
