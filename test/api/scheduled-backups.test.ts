import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, describe, expect, it } from "vitest";
import type { BackupState } from "../../server/contracts/backups.ts";
import { restoreEncrypted, restoreRecording } from "../../server/storage/backup.ts";
import { openStore } from "../../server/storage/database.ts";
import { runStation } from "../support/station.ts";
import { startFlightsStation } from "./flights-station.ts";

const PATIENT = { timeout: 20_000 };
const PATH = "/station/v1/settings/backups";

const people = await startFlightsStation();
const { administrator, asAlice, call, clock, createAircraft, station } = people;
afterAll(() => people[Symbol.asyncDispose]());
await createAircraft("Saved");

const state = async () => (await call("GET", PATH, undefined, administrator)).body as BackupState;
const save = (settings: object) =>
  call("PUT", PATH, { every_hours: null, kept: 2, folder: null, ...settings }, administrator);

async function makeOne(): Promise<BackupState> {
  expect((await call("POST", `${PATH}/run`, undefined, administrator)).status).toBe(202);
  await expect.poll(async () => (await state()).is_running, PATIENT).toBe(false);
  return state();
}

function namesIn(dataDir: string): readonly unknown[] {
  const store = openStore({ dataDir });
  try {
    return store.reader.prepare("SELECT name FROM aircraft").pluck().all();
  } finally {
    store.close();
  }
}

describe("backups that a station makes by itself", () => {
  it("are for administrators, and there are none until one sets them up", async () => {
    expect((await call("GET", PATH, undefined, asAlice)).status).toBe(403);
    expect((await call("PUT", PATH, (await state()).settings, asAlice)).status).toBe(403);
    expect(await state()).toEqual({
      settings: { every_hours: null, kept: 7, folder: null },
      encryption: { kind: "none" },
      folder: join(station.dataDir, "backups"),
      is_running: false,
      next_at: null,
      last_failure: null,
      backups: [],
      found: [],
      max_upload_bytes: expect.any(Number) as number,
      restore: null,
      restarts_itself: false,
    });
  });

  it("go to a folder that is there", async () => {
    expect(await save({ folder: "backups" })).toMatchObject({
      status: 400,
      body: { messages: [expect.stringMatching(/^folder: give an absolute path/)] },
    });
    expect(await save({ folder: join(station.dataDir, "nowhere") })).toMatchObject({
      status: 400,
      body: { messages: ["folder: there is no such folder."] },
    });
    const folder = join(station.dataDir, "elsewhere");
    mkdirSync(folder);
    expect(await save({ folder, every_hours: 24 })).toMatchObject({ status: 200, body: { folder } });
  });

  it("are restored for a test before they count, restore what they list, and only the set number is kept", async () => {
    const { folder } = await state();
    const first = await makeOne();
    expect(first.backups).toMatchObject([{ accounts: 3, operations: 0, records: 0 }]);
    expect(first.next_at).toBe(new Date(Date.parse(first.backups[0]!.made_at) + 24 * 3_600_000).toISOString());
    for (let more = 0; more < 2; more++) {
      clock.advance(60_000);
      await makeOne();
    }
    const { backups } = await state();
    expect(backups).toHaveLength(2);
    expect(readdirSync(folder).toSorted()).toEqual(backups.map(({ path }) => path.slice(folder.length + 1)).toSorted());
    expect(existsSync(first.backups[0]!.path)).toBe(false);

    const restored = join(station.dataDir, "restored");
    await restoreRecording(backups[0]!.path, restored, clock.now());
    expect(namesIn(restored)).toEqual(["Saved"]);
  });

  it("can be encrypted to public keys or with a passphrase that is never given back, and are restored by either", async () => {
    const { folder } = await state();
    const identity = await generateIdentity();
    const identityFile = join(station.dataDir, "identity.txt");
    writeFileSync(identityFile, `# made for a test\n${identity}\n`);
    const settings = { folder, every_hours: 24 };
    expect(await save({ ...settings, encryption: { kind: "recipients", recipients: [identity] } })).toMatchObject({
      status: 400,
      body: { messages: [expect.stringMatching(/^encryption\.recipients\.0: is no public key/)] },
    });
    expect(await save({ ...settings, encryption: { kind: "passphrase" } })).toMatchObject({ status: 400 });
    const encryption = { kind: "recipients", recipients: [await identityToRecipient(identity)] };
    expect(await save({ ...settings, encryption })).toMatchObject({ status: 200, body: { encryption } });
    clock.advance(60_000);
    const { backups } = await makeOne();
    expect(backups[0]).toMatchObject({
      path: expect.stringMatching(/\.sqlite\.age$/),
      is_encrypted: true,
      accounts: 3,
    });
    expect(backups[1]).toMatchObject({ is_encrypted: false });
    const files = readdirSync(station.dataDir, { recursive: true }).map(String);
    expect(files.filter((name) => /plain|\.part$|\.test$/.test(name))).toEqual([]);
    const restored = join(station.dataDir, "restored-by-identity");
    await runStation(["restore", backups[0]!.path, "--identity", identityFile, "--data", restored]);
    expect(namesIn(restored)).toEqual(["Saved"]);

    const passphrase = "correct horse battery";
    const saved = await save({ ...settings, encryption: { kind: "passphrase", passphrase } });
    expect([saved.status, JSON.stringify(saved.body).includes(passphrase)]).toEqual([200, false]);
    // Unchanged if the request does not name it.
    expect(await save({ ...settings, kept: 3 })).toMatchObject({ body: { encryption: { kind: "passphrase" } } });
    clock.advance(60_000);
    const [newest] = (await makeOne()).backups;
    const again = join(station.dataDir, "restored-by-passphrase");
    await restoreEncrypted(newest!.path, again, { keys: { passphrase }, nowMs: clock.now() });
    expect([namesIn(again), readdirSync(again).filter((name) => name.includes("decrypted"))]).toEqual([["Saved"], []]);
    // Its key is elsewhere: a copy of the recording does not tell the passphrase.
    expect(readFileSync(join(again, "station.sqlite")).includes(passphrase)).toBe(false);
  });

  it("made while the clock was ahead neither put off the next one nor outlive it", async () => {
    // None is made by itself meanwhile.
    expect((await save({ kept: 2 })).status).toBe(200);
    // Less than the life of a session.
    const AHEAD_MS = 20 * 3_600_000;
    clock.advance(AHEAD_MS);
    const [ahead] = (await makeOne()).backups;
    clock.advance(60_000 - AHEAD_MS);
    const [made, ...others] = (await makeOne()).backups;
    expect([existsSync(made!.path), Date.parse(made!.made_at) < Date.parse(ahead!.made_at)]).toEqual([true, true]);
    expect(others.map(({ path }) => path)).toEqual([ahead!.path]);
    const { next_at: nextAt } = (await save({ kept: 2, every_hours: 24 })).body as BackupState;
    expect(nextAt).toBe(new Date(Date.parse(made!.made_at) + 24 * 3_600_000).toISOString());
  });

  it("that fail report why, and the older ones stay", async () => {
    const { backups } = await state();
    const folder = join(station.dataDir, "unplugged");
    mkdirSync(folder);
    expect((await save({ folder, every_hours: 24 })).status).toBe(200);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    clock.advance(60_000);
    const failed = await makeOne();
    expect(failed.last_failure).toEqual({ at: expect.any(String), msg: expect.stringContaining("unplugged") });
    expect(failed.backups).toEqual(backups);
  });
});
