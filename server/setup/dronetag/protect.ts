import type { SetupResult } from "../../contracts/setup.ts";
import { SetupFailure, type Device } from "../family.ts";
import { withDevice, type Connected } from "./connect.ts";
import { resultOf } from "./results.ts";
import { ACCESS, KEY, LOCK } from "./settings.known.ts";
import { isSameValue, type Settings } from "./settings.parse.ts";
import { readSettings } from "./settings.read.ts";
import { isLocked, sendSettings } from "./settings.send.ts";
import { KEY_BYTES } from "./signature.ts";

const MAX_ATTEMPTS = 3;
/** Access to every group of settings. */
const ALL_GROUPS = Buffer.alloc(KEY_BYTES, 0xff).toString("base64");

/**
 * Sends the device the key, locks it and proves that the key opens it. A key cannot be read back, and writing an
 * unchanged value looks the same whether the device accepted it or not: the proof is that a signed change opens the
 * lock.
 *
 * The first lock is not stored, so that a key that arrived damaged is forgotten when the device is unplugged; a device
 * that ignores what is not to be stored is locked at once, as the maker's own tool does.
 */
export function protectDevice(
  device: Device,
  baudRates: readonly number[],
  key: Uint8Array,
): Promise<readonly SetupResult[]> {
  if (key.length !== KEY_BYTES) throw new Error(`A key has ${KEY_BYTES} bytes.`);
  return withDevice(device, baudRates, async (connected) => {
    await giveKey(connected, key);
    const isProven = (await lock(connected, { isStored: false })) && (await proveKey(connected, key, NOT_STORED));
    await lockForGood(connected);
    if (isProven) return PROVED;
    await proveKey(connected, key, STORED);
    await lockForGood(connected);
    return PROVED;
  });
}

/** Each earlier step rejects unless it was proved, so that no other result is possible here. */
const PROVED: readonly SetupResult[] = [
  resultOf({ name: ACCESS, to: ALL_GROUPS }, "verified", { read: ALL_GROUPS, detail: null }),
  resultOf({ name: KEY, to: null }, "verified", {
    read: null,
    detail: "It cannot be read back: a change signed with it opened the lock.",
  }),
  resultOf({ name: LOCK, to: true }, "verified", { read: true, detail: "Closed again, and read back." }),
];

const NOT_STORED =
  "The device did not accept a change signed with the new key. Unplug it and plug it in again: the lock was not stored.";
const STORED =
  "The device is locked, and did not accept a change signed with the new key. Keep the recovery sheet, and ask the maker.";

async function giveKey(connected: Connected, key: Uint8Array): Promise<void> {
  const settings = await readSettings(connected.connection);
  if (isLocked(settings)) {
    throw new SetupFailure(
      "locked",
      "The device is locked already. Open it with its key first: set settings/lock to false.",
    );
  }
  if (!settings.has(LOCK) || !settings.has(ACCESS)) {
    throw new SetupFailure("unsupported", "The firmware of this device has no lock.");
  }
  if (connected.info.serialNumber === null) {
    throw new SetupFailure(
      "unsupported",
      "The device says no serial number, without which it could not be opened again.",
    );
  }
  if ((await store(connected, ACCESS, ALL_GROUPS)) === undefined) {
    throw new SetupFailure(
      "unsupported",
      "The device did not take the access rights of the new key; it is not locked.",
    );
  }
  await sendSettings(connected, [{ name: KEY, value: Buffer.from(key).toString("base64") }], { settings });
}

/** Whether the device reports that it is locked now. */
async function lock(connected: Connected, { isStored }: { readonly isStored: boolean }): Promise<boolean> {
  if (isStored) return (await store(connected, LOCK, true)) !== undefined;
  const settings = await readSettings(connected.connection);
  await sendSettings(connected, [{ name: LOCK, value: true }], { settings, isStored });
  return isLocked(await readSettings(connected.connection));
}

async function lockForGood(connected: Connected): Promise<void> {
  if (await lock(connected, { isStored: true })) return;
  throw new SetupFailure("unsupported", "The device did not take the lock; it is not locked.");
}

async function proveKey(connected: Connected, key: Uint8Array, failure: string): Promise<true> {
  if ((await store(connected, LOCK, false, key)) !== undefined) return true;
  throw new SetupFailure("locked", failure);
}

/** Stores a value with at most three attempts; returns the settings as read when it is stored, otherwise undefined. */
async function store(
  connected: Connected,
  name: string,
  value: unknown,
  key?: Uint8Array,
): Promise<Settings | undefined> {
  let settings = await readSettings(connected.connection);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await sendSettings(connected, [{ name, value }], { settings, key });
    settings = await readSettings(connected.connection);
    if (isSameValue(settings.get(name)?.value, value)) return settings;
  }
  return undefined;
}
