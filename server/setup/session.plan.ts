import { createHmac } from "node:crypto";
import type { SetupChange, SetupPlan } from "../contracts/setup.ts";
import type { DeviceReading, ValueIssue, Wanted } from "./family.ts";
import { familyOf, type Session, update } from "./session.record.ts";

export type PlanResult =
  | { readonly kind: "planned"; readonly plan: SetupPlan }
  | { readonly kind: "invalid"; readonly issues: readonly ValueIssue[] };

/** The changes from the read to the wanted values; the session keeps them until they are applied. */
export function makePlan(session: Session, wanted: Wanted): PlanResult {
  const family = familyOf(session);
  const { reading, identity } = session.record;
  if (family === undefined || reading === null || identity === null) throw new Error("A plan needs what was read.");
  const { wanted: possible, warnings } = withoutForeign(wanted, reading);
  const outcome = family.plan(reading, possible, identity);
  if (outcome.kind === "invalid") return outcome;
  const plan: SetupPlan = {
    hash: hashOf(session, reading, outcome.changes),
    changes: [...outcome.changes],
    warnings: [...warnings, ...outcome.warnings],
  };
  const count = plan.changes.length;
  update(session, {
    state: "planned",
    plan,
    error: null,
    message:
      count === 0
        ? "The device has these settings already."
        : count === 1
          ? "1 change to write."
          : `${count} changes to write.`,
  });
  return { kind: "planned", plan };
}

/**
 * A configuration set or a snapshot may contain settings that this firmware does not have: they are left out with a
 * warning. Settings that a person requests are kept, and refused by the family.
 */
export function withoutForeign(
  wanted: Wanted,
  reading: DeviceReading,
): { readonly wanted: Wanted; readonly warnings: readonly string[] } {
  if (wanted.source === "person") return { wanted, warnings: [] };
  const reported = new Set(reading.values.map(({ name }) => name));
  const foreign = Object.keys(wanted.values).filter((name) => !reported.has(name));
  const values = Object.fromEntries(Object.entries(wanted.values).filter(([name]) => reported.has(name)));
  return {
    wanted: { ...wanted, values },
    warnings: foreign.map((name) => `The device has no setting ${name}; it is left out.`),
  };
}

/** Fingerprint of all values on the device and of the changes to them. */
export function hashOf(
  { hashKey }: Pick<Session, "hashKey">,
  { values }: DeviceReading,
  changes: readonly SetupChange[],
): string {
  const read = values.map(({ name, value }) => [name, value]);
  const wanted = changes.map(({ name, to }) => [name, to]);
  return createHmac("sha256", hashKey)
    .update(canonicalJson([read, wanted]))
    .digest("hex");
}

/** JSON with the members of objects in a fixed order, because a device may report them in another one. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
