import type { SetupChange, SetupIdentity, SetupUasId, SetupValue } from "../../contracts/setup.ts";
import type { DeviceReading, PlanOutcome, ValueIssue, Wanted } from "../family.ts";
import { isSameReal32 } from "../mavlink/param.messages.ts";
import { warningsOf } from "./plan.warnings.ts";
import { uasIdIssues, UAS_ID, type Outcome } from "./uas-id.plan.ts";

export type PlanOptions = {
  /** Whether LOCK_LEVEL 2 may be planned, which burns fuses of the chip. */
  readonly allowPermanentLock: boolean;
};

/**
 * The changes that lead to the wanted values, in the order in which they are written, or the values that cannot be
 * accepted.
 */
export function planSettings(
  reading: DeviceReading,
  wanted: Wanted,
  { identity, options }: { readonly identity: SetupIdentity; readonly options: PlanOptions },
): PlanOutcome {
  const issues: ValueIssue[] = [];
  const present = new Map(reading.values.map((value) => [value.name, value]));
  const left: string[] = [];
  const accepted = new Map<string, number>();
  for (const [name, value] of Object.entries(wanted.values)) {
    const current = present.get(name);
    if (wanted.source !== "person" && (current === undefined || !current.is_known)) left.push(name);
    else if (current === undefined) issues.push({ field: name, message: "is not a setting of this module" });
    else {
      const message = refusalOf(current, value, options);
      if (message !== undefined) issues.push({ field: name, message });
      else if (!isSameReal32(Number(current.value), Number(value))) accepted.set(name, Number(value));
    }
  }
  const outcome: Outcome = (name) => accepted.get(name) ?? numberOf(present.get(name));
  const lockLevel = numberOf(present.get("LOCK_LEVEL")) ?? 0;
  issues.push(...conflictsOf(accepted, lockLevel, wanted.uasId));
  if (wanted.uasId !== undefined) issues.push(...uasIdIssues(wanted.uasId, { accepted, outcome, lockLevel }));
  if (issues.length > 0) return { kind: "invalid", issues };
  const confirmation = identity.serial_number ?? wanted.uasId?.id ?? "LOCK";
  const changes = [...accepted].map(([name, to]) =>
    changeOf(present.get(name)!, to, { source: wanted.source, confirmation }),
  );
  if (wanted.uasId !== undefined) changes.push(uasIdChange(wanted.uasId, wanted.source));
  return {
    kind: "planned",
    changes: changes.toSorted((a, b) => orderOf(a) - orderOf(b)),
    warnings: warningsOf({ accepted, left, uasId: wanted.uasId }),
  };
}

/**
 * The module casts any number, 300 to perhaps 44: values that it must not receive are refused here and nowhere else.
 */
function refusalOf(current: SetupValue, value: unknown, options: PlanOptions): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || !Number.isFinite(Math.fround(value))) {
    return "must be a number";
  }
  if (isSameReal32(Number(current.value), value)) return undefined;
  if (current.type === "int" && !Number.isInteger(value)) return "must be a whole number";
  const { min, max } = current;
  if ((min !== null && value < min) || (max !== null && value > max)) {
    return `must be from ${min} to ${max}${current.unit === null ? "" : ` ${current.unit}`}`;
  }
  if (current.name === "LOCK_LEVEL" && value === 2 && !options.allowPermanentLock) {
    return "2 burns fuses of the chip for ever; this station does not permit it";
  }
  return undefined;
}

function conflictsOf(
  accepted: ReadonlyMap<string, number>,
  lockLevel: number,
  uasId: SetupUasId | undefined,
): readonly ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (accepted.get("TO_DEFAULTS") === 1 && (accepted.size > 1 || uasId !== undefined)) {
    issues.push({ field: "TO_DEFAULTS", message: "erases all settings and cannot be combined with other changes" });
  }
  if (lockLevel <= 0) return issues;
  for (const [name, to] of accepted) {
    if (name === "LOCK_LEVEL" && to > lockLevel) continue;
    issues.push({
      field: name,
      message: `cannot be changed: the module is locked (LOCK_LEVEL ${lockLevel}) and permits a higher level only`,
    });
  }
  return issues;
}

function changeOf(
  current: SetupValue,
  to: number,
  { source, confirmation }: { readonly source: SetupChange["source"]; readonly confirmation: string },
): SetupChange {
  const text = confirmationOf(current.name, to, confirmation);
  return {
    name: current.name,
    from: current.value,
    to,
    source,
    // The fuses are burnt at the next start.
    needs_restart: current.needs_restart || (current.name === "LOCK_LEVEL" && to === 2),
    is_dangerous: text !== null,
    confirmation: text,
  };
}

function confirmationOf(name: string, to: number, confirmation: string): string | null {
  if (name === "LOCK_LEVEL" && to === 2) return `BURN ${confirmation}`;
  if (name === "LOCK_LEVEL" && to === 1) return confirmation;
  return name === "TO_DEFAULTS" && to === 1 ? confirmation : null;
}

function uasIdChange(uasId: SetupUasId, source: SetupChange["source"]): SetupChange {
  return {
    name: UAS_ID,
    // Texts are not parameters over MAVLink.
    from: null,
    to: uasId,
    source,
    needs_restart: false,
    is_dangerous: false,
    confirmation: null,
  };
}

/** The lock comes last: nothing is accepted after it. The id needs the options that are set before it. */
function orderOf({ name }: SetupChange): number {
  if (name === "LOCK_LEVEL") return 1000;
  if (name === UAS_ID) return 999;
  return 0;
}

function numberOf(value: SetupValue | undefined): number | undefined {
  return typeof value?.value === "number" ? value.value : undefined;
}
