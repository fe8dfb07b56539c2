import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { Diagnosis } from "../../server/contracts/maintenance.ts";
import type { StationInfo } from "../../server/contracts/station.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { endRestore, saveRestoreMark } from "../../server/storage/restore/restore-files.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { makePersistentDataDir, type Restorer, restorerAt, SETTINGS } from "./restore.requests.ts";

const PATIENT = { timeout: 20_000 };
const kept = makePersistentDataDir();
const { dataDir } = kept;
afterAll(() => kept[Symbol.dispose]());

/** A station in the directory, and its administrator. */
async function startAgain(): Promise<
  AsyncDisposable & { readonly station: StationInProcess; readonly admin: Restorer }
> {
  const station = await startStationInProcess({ dataDir });
  const { access_token: token } = await station.signIn("admin@field.test");
  return { station, admin: restorerAt(station, token), [Symbol.asyncDispose]: () => station[Symbol.asyncDispose]() };
}

beforeAll(async () => {
  await using station = await startStationInProcess({ dataDir });
  await station.register("admin@field.test");
});

const leftovers = () => readdirSync(dataDir).filter((name) => name.startsWith("restore"));
const recordingOf = async ({ ask }: Restorer) => ((await ask("GET", "/station/v1/info")).body as StationInfo).recording;
const auditOf = async ({ ask }: Restorer, kind: string) =>
  (await ask("GET", `/station/v1/audit?kind=${kind}`)).body as readonly AuditEntry[];

describe("a backup that is restored in Settings", () => {
  it("replaces the recording at the next start, and the history has an entry for that", async () => {
    let backup = "";
    let keptAs = "";
    let recording: string | undefined;
    {
      await using now = await startAgain();
      const { admin, station } = now;
      await admin.add("Before");
      backup = await admin.backUp();
      await admin.add("Later");
      recording = await recordingOf(admin);

      expect(await admin.restore({ path: backup })).toMatchObject({
        status: 202,
        body: { restore: { path: backup, msg: null }, restarts_itself: false },
      });
      await admin.until("waiting");
      keptAs = (await admin.state()).restore!.kept_as!;
      expect(keptAs.startsWith(join(dataDir, `${DATABASE_FILE}.before-20`))).toBe(true);
      expect(await admin.restore({ path: backup })).toMatchObject({ status: 409, body: { error: "restore_waiting" } });
      // Nothing has changed yet, and all users see that it will; only administrators see the paths.
      expect(await admin.names()).toEqual(["Before", "Later"]);
      const { body: toAnyone } = await station.call("GET", "/station/v1/health");
      expect(toAnyone).toMatchObject({ status: "degraded", problems: [{ code: "restore_waits" }] });
      expect(JSON.stringify(toAnyone)).not.toContain("/");
      for (const path of ["/station/v1/health", "/station/v1/info"]) {
        expect((await admin.ask("GET", path)).body).toMatchObject({
          problems: [{ code: "restore_waits", msg: expect.stringContaining(backup) }],
        });
      }
      const { findings } = (await admin.ask("GET", "/station/v1/diagnosis")).body as Diagnosis;
      expect(findings).toContainEqual({ subject: "restore", ok: true, found: expect.stringContaining("next start") });
    }
    {
      await using now = await startAgain();
      const { admin, station } = now;
      expect(await admin.names()).toEqual(["Before"]);
      // Peers that have sent something since the backup was made compare it again.
      expect([recording, await recordingOf(admin)]).toEqual([expect.any(String), expect.any(String)]);
      expect(await recordingOf(admin)).not.toBe(recording);
      const state = await admin.state();
      expect(state.restore).toMatchObject({ phase: "done", path: backup, kept_as: keptAs });
      // The backup was made before it could know of itself; and what was replaced can be restored as well.
      expect(state.found.map(({ path }) => path).toSorted()).toEqual([backup, keptAs].toSorted());
      const [entry] = await auditOf(admin, "recording_restored");
      const [signedIn] = await auditOf(admin, "signed_in");
      expect(entry).toMatchObject({ actor_id: signedIn!.actor_id ?? signedIn!.user_id, address: expect.any(String) });
      expect(entry!.detail).toMatchObject({ backup, kept_as: keptAs });
      expect(await auditOf(admin, "restore_started")).toEqual([]);
      expect((await station.call("GET", "/station/v1/health")).body).toMatchObject({ status: "ok" });

      expect((await admin.ask("DELETE", `${SETTINGS}/restore`)).status).toBe(204);
      expect(await admin.phase()).toBeUndefined();
      expect((await admin.ask("DELETE", `${SETTINGS}/restore`)).status).toBe(404);
      expect(leftovers()).toEqual([]);

      // A restore can be undone by another one.
      expect((await admin.restore({ path: keptAs })).status).toBe(202);
      await admin.until("waiting");
    }
    await using now = await startAgain();
    expect(await now.admin.names()).toEqual(["Before", "Later"]);
    expect(await auditOf(now.admin, "restore_started")).toMatchObject([{ detail: { backup } }]);
    await now.admin.ask("DELETE", `${SETTINGS}/restore`);
  });

  it("is still reported as in progress between the replacement and the end of the start", async () => {
    await using now = await startAgain();
    const mark = { id: "1", path: "/b", userId: null, address: null, askedMs: 0, keptAs: "/a" };
    await saveRestoreMark(dataDir, mark);
    expect((await now.admin.state()).restore).toMatchObject({ phase: "waiting", path: "/b", kept_as: "/a" });
    await endRestore(dataDir, mark, null);
    expect((await now.admin.state()).restore).toMatchObject({ phase: "done", path: "/b", kept_as: "/a" });
    await now.admin.ask("DELETE", `${SETTINGS}/restore`);
  });

  it("can be cancelled until then, and nothing is left", async () => {
    {
      await using now = await startAgain();
      const { admin } = now;
      const path = await admin.backUp();
      await admin.add("Stays");
      expect((await admin.restore({ path })).status).toBe(202);
      await admin.until("waiting");
      expect((await admin.ask("DELETE", `${SETTINGS}/restore`)).status).toBe(204);
      expect(await admin.phase()).toBeUndefined();
      expect((await auditOf(admin, "restore_cancelled")).length).toBe(1);
    }
    expect(leftovers()).toEqual([]);
    await using now = await startAgain();
    expect(await now.admin.names()).toContain("Stays");
  });

  it("is opened with the passphrase or the identity, which are asked for and kept nowhere", async () => {
    const passphrase = "correct horse battery";
    const identity = await generateIdentity();
    const settings = { every_hours: null, kept: 9, folder: null };
    const ways = [
      [{ kind: "passphrase", passphrase }, { passphrase }, { passphrase: "something else" }, "passphrase: "],
      [
        { kind: "recipients", recipients: [await identityToRecipient(identity)] },
        { identities: [identity] },
        { identities: [await generateIdentity()] },
        "identities: ",
      ],
    ] as const;
    for (const [encryption, keys, wrongKeys, field] of ways) {
      const name = `After ${encryption.kind}`;
      {
        await using now = await startAgain();
        const { admin } = now;
        expect((await admin.ask("PUT", SETTINGS, { ...settings, encryption })).status).toBe(200);
        const path = await admin.backUp();
        await admin.add(name);
        const needed = await admin.restore({ path });
        expect(needed).toMatchObject({ status: 400, body: { messages: [expect.stringContaining("is needed")] } });
        const wrong = await admin.restore({ path, ...wrongKeys });
        expect(wrong).toMatchObject({ status: 400, body: { messages: [expect.stringMatching(`^${field}.*open`)] } });
        expect(await admin.phase()).toBeUndefined();
        expect((await admin.restore({ path, ...keys })).status).toBe(202);
        await admin.until("waiting");
        for (const file of readdirSync(dataDir).filter((one) => one.endsWith(".json"))) {
          expect(readFileSync(join(dataDir, file), "utf8")).not.toMatch(/correct horse|AGE-SECRET/);
        }
      }
      await using now = await startAgain();
      expect(await now.admin.names()).not.toContain(name);
      await now.admin.ask("DELETE", `${SETTINGS}/restore`);
      await now.admin.ask("PUT", SETTINGS, { ...settings, encryption: { kind: "none" } });
    }
  });
});

describe("a backup that cannot be restored", () => {
  /** Puts a file among the backups, made of a good one. */
  async function spoil(admin: Restorer, name: string, change: (file: string) => void): Promise<string> {
    const path = await admin.backUp();
    const spoilt = join(dataDir, "backups", name);
    copyFileSync(path, spoilt);
    change(spoilt);
    return spoilt;
  }

  it("is refused with its reason, and nothing is changed", async () => {
    await using now = await startAgain();
    const { admin } = now;
    const before = await admin.names();
    expect(await admin.restore({ path: "/etc/passwd" })).toMatchObject({
      status: 400,
      body: { messages: ["path: is none of the backups that can be restored."] },
    });
    expect((await admin.restore({ path: join(dataDir, DATABASE_FILE) })).status).toBe(400);
    expect(await admin.restore({})).toMatchObject({
      status: 400,
      body: { messages: [expect.stringMatching(/^path/)] },
    });

    const damaged = await spoil(admin, "damaged.sqlite", (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0x55, 8192, 200_000);
      writeFileSync(file, bytes);
    });
    expect((await admin.restore({ path: damaged })).status).toBe(202);
    await admin.until("failed");
    expect((await admin.state()).restore!.msg).toMatch(/damaged|malformed/);

    const alone = await spoil(admin, "nobody.sqlite", (file) => {
      const db = new Database(file);
      db.pragma("foreign_keys = OFF");
      db.exec("DELETE FROM user_account");
      db.close();
    });
    expect((await admin.restore({ path: alone })).status).toBe(202);
    await admin.until("failed");
    expect((await admin.state()).restore!.msg).toMatch(/holds no account/);
    expect(leftovers()).toEqual([]);

    const newer = await spoil(admin, "newer.sqlite", (file) => {
      const db = new Database(file);
      db.pragma("user_version = 9999");
      db.close();
    });
    // What this program cannot read is not even offered.
    expect((await admin.state()).found.map(({ path }) => path)).not.toContain(newer);
    expect((await admin.restore({ path: newer })).status).toBe(400);
    expect(await admin.names()).toEqual(before);
    rmSync(damaged);
    rmSync(alone);
    rmSync(newer);
  });

  it("is refused to those who do not administer the station", async () => {
    await using station = await startStationInProcess({ dataDir, registration: "open" });
    await station.register("bob@field.test");
    const { access_token: token } = await station.signIn("bob@field.test");
    const bob = restorerAt(station, token);
    expect((await bob.restore({ path: "x" })).status).toBe(403);
    expect((await bob.ask("DELETE", `${SETTINGS}/restore`)).status).toBe(403);
    expect((await station.call("POST", `${SETTINGS}/restore`, { body: { path: "x" } })).status).toBe(401);
  });

  it("that turns out useless at the start leaves the recording as it was, and reports why", async () => {
    let path = "";
    {
      await using now = await startAgain();
      path = await now.admin.backUp();
      await now.admin.add("Last");
      expect((await now.admin.restore({ path })).status).toBe(202);
      await now.admin.until("waiting");
    }
    // A table that every start reads is missing: as whole pages say nothing about that, only the start finds it.
    const prepared = new Database(join(dataDir, "restore.sqlite"));
    prepared.exec("DROP TABLE source");
    prepared.close();
    await using now = await startAgain();
    expect(await now.admin.names()).toContain("Last");
    expect((await now.admin.state()).restore).toMatchObject({ phase: "failed", path, msg: expect.any(String) });
    expect(await auditOf(now.admin, "restore_failed")).toMatchObject([{ detail: { backup: path } }]);
    const { findings } = (await now.admin.ask("GET", "/station/v1/diagnosis")).body as Diagnosis;
    expect(findings).toContainEqual({ subject: "restore", ok: false, found: expect.stringContaining(path) });
    await now.admin.ask("DELETE", `${SETTINGS}/restore`);
  });

  it("can be cancelled while it is being read", async () => {
    await using now = await startAgain();
    const { admin } = now;
    const path = await admin.backUp();
    const large = join(dataDir, "backups", "large.sqlite");
    copyFileSync(path, large);
    const db = new Database(large);
    db.exec("CREATE TABLE filling (bytes BLOB)");
    const insert = db.prepare("INSERT INTO filling VALUES (zeroblob(1000000))");
    db.transaction(() => Array.from({ length: 100 }, () => insert.run()))();
    db.close();
    expect(await admin.restore({ path: large })).toMatchObject({
      status: 202,
      body: { restore: { phase: "checking" } },
    });
    expect((await admin.restore({ path: large })).status).toBe(409);
    expect((await admin.ask("DELETE", `${SETTINGS}/restore`)).status).toBe(204);
    expect(await admin.phase()).toBeUndefined();
    await expect.poll(leftovers, PATIENT).toEqual([]);
    rmSync(large);
  });
});
