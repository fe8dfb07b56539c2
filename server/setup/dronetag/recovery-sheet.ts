import type { SetupIdentity } from "../../contracts/setup.ts";
import { isoFromMs } from "../../kernel/clock.ts";

/**
 * The data needed to recover a device that is going to be locked, as a text to save or print before. It contains the
 * key.
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
    "From now on the device accepts only changes that are signed with this key, and the key cannot be read from it:",
    "without this sheet nobody can change the device's settings. Keep a copy in another place.",
    "To open the lock, set settings/lock to false and type the key. Anybody who has this sheet can do that.",
    "",
  ].join("\n");
}
