import type { SetupChange, SetupIdentity, SetupValue } from "../../contracts/setup.ts";
import type { DeviceReading, PlanOutcome, ValueIssue, Wanted } from "../family.ts";
import { isLockedValue, isSecretName, isWritableName, knownSetting, LOCK } from "./settings.known.ts";
import { isSameValue } from "./settings.parse.ts";

/** The text to type if a device has no serial number. */
const CONFIRMATION_WITHOUT_SERIAL = "LOCK";

/**
 * The differences between the read and the wanted values. A setting that the device does not report, or that cannot be
 * set, is refused when a person requests it, and left out with a warning when a snapshot or a configuration set
 * contains it: those were made for another firmware or at another time. A wrong type is always refused.
 */
export function planSettings(reading: DeviceReading, wanted: Wanted, identity: SetupIdentity): PlanOutcome {
  const reported = new Map(reading.values.map((value) => [value.name, value]));
  const changes: SetupChange[] = [];
  const warnings: string[] = [];
  const issues: ValueIssue[] = [];
  if (wanted.uasId !== undefined) {
    issues.push({ field: "uas_id", message: "cannot be set over USB: a Dronetag keeps the id that its maker gave it" });
  }
  for (const [name, value] of Object.entries(wanted.values)) {
    const current = reported.get(name);
    const obstacle = obstacleOf(name, current, wanted.source, value);
    if (obstacle !== undefined) {
      if (wanted.source === "person") issues.push({ field: name, message: obstacle });
      else warnings.push(`${name} is left out: it ${obstacle}.`);
      continue;
    }
    if (current === undefined || isSameValue(current.value, value)) continue;
    const message = typeIssueOf(current, value) ?? knownSetting(name)?.issueOf?.(value);
    if (message !== undefined) issues.push({ field: name, message });
    else {
      changes.push(changeOf(current, value, wanted.source, identity));
      warnings.push(...warningsOf(name));
    }
  }
  return issues.length > 0 ? { kind: "invalid", issues } : { kind: "planned", changes, warnings };
}

/** Why a setting cannot be sent at all. */
function obstacleOf(
  name: string,
  current: SetupValue | undefined,
  source: Wanted["source"],
  value: unknown,
): string | undefined {
  if (!isWritableName(name)) return "is a command or a key, and never sent as a setting";
  if (current === undefined) return "is not reported by this device";
  if (current.value === null && value !== null) return "has no value on this device whose type could be kept";
  // A snapshot of a locked device must not lock it again, with keys that may have changed.
  if (name === LOCK && isLockedValue(value) && !isLockedValue(current.value) && source !== "person") {
    return "is only set by “Protect”";
  }
  return undefined;
}

function typeIssueOf({ type, value: current }: SetupValue, value: unknown): string | undefined {
  switch (type) {
    case "int":
      return Number.isSafeInteger(value) ? undefined : "must be a whole number";
    case "number":
      return Number.isFinite(value) ? undefined : "must be a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "string":
      return typeof value === "string" ? undefined : "must be a text";
    case "json":
      return typeof value === "object" && value !== null && Array.isArray(value) === Array.isArray(current)
        ? undefined
        : `must be ${Array.isArray(current) ? "a list" : "an object"}`;
  }
}

function changeOf(
  { name, value: current, needs_restart, is_dangerous, is_secret }: SetupValue,
  value: unknown,
  source: Wanted["source"],
  identity: SetupIdentity,
): SetupChange {
  const confirmation = is_dangerous ? (identity.serial_number ?? CONFIRMATION_WITHOUT_SERIAL) : null;
  return { name, from: is_secret ? null : current, to: value, source, needs_restart, is_dangerous, confirmation };
}

function warningsOf(name: string): string[] {
  if (name === LOCK) return ["Without the lock anybody with a cable can change the device."];
  if (knownSetting(name) !== undefined) return [];
  const secret = isSecretName(name) ? " It may be a secret, which the device need not show." : "";
  return [`The station does not know what ${name} does; it is sent because it was asked for.${secret}`];
}
