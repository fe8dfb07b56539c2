import { afterEach, beforeEach, expect, it } from "vitest";
import type { Log } from "../kernel/log.ts";
import { silentLog } from "../kernel/log.ts";
import { systemIds } from "../kernel/ids.ts";
import { createSealing } from "../kernel/sealing.ts";
import { openTempStore, type TempStore } from "../storage/temp-store.fixture.ts";
import { createSigningKeys, KEY_LIFE_MS, RETIRED_KEY_LIFE_MS, type SigningKeys } from "./signing-keys.ts";

const MINUTE_MS = 60_000;
let nowMs = Date.UTC(2026, 10, 20);
let temp: TempStore;
let warnings: string[];
beforeEach(() => {
  temp = openTempStore();
  warnings = [];
});
afterEach(() => temp[Symbol.dispose]());

function open(): SigningKeys {
  const log: Log = { ...silentLog, warn: (_fields, message) => void warnings.push(message) };
  const sealing = createSealing(Buffer.alloc(32, 7));
  const { writer: db } = temp.store;
  return createSigningKeys({ db, clock: { now: () => nowMs }, ids: systemIds, log, sealing, audit: () => undefined });
}
/** As a recording that was found damaged. */
const takeWrites = (isTaking: boolean) => temp.store.writer.pragma(`query_only = ${isTaking ? 0 : 1}`);
const kidsOf = async (keys: SigningKeys) => (await keys.publicKeys()).keys.map(({ kid }) => kid);

it("a key that is due stays in use while the database accepts no writes, and is replaced when it does again", async () => {
  const keys = open();
  const old = await kidsOf(keys);
  nowMs += KEY_LIFE_MS;
  takeWrites(false);
  expect(await Promise.all([kidsOf(keys), kidsOf(keys)])).toEqual([old, old]);
  // A try costs a key, so not each request makes one.
  expect(await kidsOf(keys)).toEqual(old);
  expect(warnings).toEqual(["a new signing key could not be stored; the old one stays in use"]);
  // Nor after a restart.
  expect(await kidsOf(open())).toEqual(old);

  takeWrites(true);
  expect(await kidsOf(keys)).toEqual(old);
  nowMs += 5 * MINUTE_MS;
  expect(await kidsOf(keys)).toEqual([expect.not.stringContaining(old[0]!), ...old]);
});

it("a retired key that cannot be removed is not published any more", async () => {
  const keys = open();
  const [old] = await kidsOf(keys);
  const current = await keys.replace("keep");
  expect(await kidsOf(keys)).toEqual([current, old]);
  nowMs += RETIRED_KEY_LIFE_MS + MINUTE_MS;
  takeWrites(false);
  expect(await kidsOf(keys)).toEqual([current]);
  expect(await kidsOf(open())).toEqual([current]);
});

it("without any key, one that cannot be stored is an error", async () => {
  takeWrites(false);
  await expect(kidsOf(open())).rejects.toMatchObject({ code: "SQLITE_READONLY" });
});
