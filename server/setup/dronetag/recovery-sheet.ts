import { randomBytes } from "node:crypto";
import type { SetupIdentity } from "../../contracts/setup.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import { KEY_BYTES } from "./signature.ts";

/** A new key for a device. */
export function createDeviceKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/**
 * What has to be kept of a device that is going to be locked, as a text to save or print before it is. It holds the key.
 */
export function recoverySheet(identity: SetupIdentity, key: Uint8Array, nowMs: number): string {
  return [
    "RECOVERY SHEET OF A LOCKED DEVICE",
    "",
    `Device         ${identity.product ?? "Dronetag"}`,
    `Serial number  ${identity.serial_number ?? "not reported"}`,
    `Firmware       ${identity.firmware ?? "not reported"}`,
    `Made           ${isoFromMs(nowMs)}`,
    "",
    `Key (base64)   ${Buffer.from(key).toString("base64")}`,
    `Stored as      settings/key_0, with access to all settings (settings/acl_0)`,
    "",
    "From now on the device accepts only changes that are signed with this key. The key cannot be read from the",
    "device: without this sheet nobody can change the device's settings. The station keeps it with its data, and no",
    "backup of a recording has it: keep a copy in another place.",
    "To open the lock, set settings/lock to false and type the key. Anybody who has this sheet can do that.",
    "",
  ].join("\n");
}
