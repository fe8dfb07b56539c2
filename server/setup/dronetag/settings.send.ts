import { SetupFailure } from "../family.ts";
import { CHANNEL } from "./connection.ts";
import type { Connected } from "./connect.ts";
import { literalOf, type Settings } from "./settings.parse.ts";
import { isLockedValue, LOCK } from "./settings.known.ts";
import { signSettings } from "./signature.ts";

/** The device needs this long to apply and store a value. */
const PAUSE_AFTER_WRITE_MS = 200;

export type SentValue = { readonly name: string; readonly value: unknown };

export type SendOptions = {
  /** The settings as the device reports them now, whose types are kept. */
  readonly settings: Settings;
  /** The key that signs the change. */
  readonly key?: Uint8Array | undefined;
  /** Whether the device shall still have the values after a restart. */
  readonly isStored?: boolean;
};

/** Whether the device accepts signed changes only. */
export function isLocked(settings: Settings): boolean {
  return isLockedValue(settings.get(LOCK)?.value);
}

/**
 * Sends values, signed if there is a key, and waits for the time that the device needs. It does not respond: only
 * reading shows the result.
 */
export async function sendSettings(
  { connection, info }: Connected,
  values: readonly SentValue[],
  { settings, key, isStored = true }: SendOptions,
): Promise<void> {
  const members = values.map(
    ({ name, value }) => `${JSON.stringify(name)}:${literalOf(value, settings.get(name)?.type)}`,
  );
  if (isStored) members.push(`"save":true`);
  if (key !== undefined) members.push(`"sn":${JSON.stringify(serialNumberOf(info.serialNumber))}`);
  const text = `{${members.join(",")}}`;
  const message = key === undefined ? text : signSettings(text, key);
  await connection.send(CHANNEL.settings, new TextEncoder().encode(message));
  await connection.pause(PAUSE_AFTER_WRITE_MS);
}

function serialNumberOf(serialNumber: string | null): string {
  if (serialNumber !== null) return serialNumber;
  throw new SetupFailure("unsupported", "The device says no serial number, which a signed change has to carry.");
}
