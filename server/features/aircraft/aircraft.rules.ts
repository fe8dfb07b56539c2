import type { AIRCRAFT_TYPES } from "../../contracts/aircraft.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { UA_TYPES } from "../../kernel/ua-types.ts";

/** The types of the list of models by the names that declared types have. */
const UA_TYPE_OF: Readonly<Record<(typeof AIRCRAFT_TYPES)[number], (typeof UA_TYPES)[number] | null>> = {
  "None/Not Declared": null,
  Aeroplane: "aeroplane",
  "Helicopter (or Multirotor)": "helicopter_or_multirotor",
  Gyroplane: "gyroplane",
  "Hybrid Lift": "hybrid_lift",
  Other: "other",
};

export function uaTypeOf(type: string): string | null {
  return UA_TYPE_OF[type as keyof typeof UA_TYPE_OF] ?? null;
}

/** Owners can access their own aircraft, administrators all of them. */
export function canAccess(caller: Pick<Principal, "userId" | "isAdministrator">, ownerId: string): boolean {
  return caller.isAdministrator || caller.userId === ownerId;
}

/** The default name of an aircraft: the name of its model or a generic one, numbered when the owner already uses it. */
export function defaultName(modelName: string | null, taken: readonly string[]): string {
  const stem = modelName ?? "Aircraft";
  const used = new Set(taken);
  if (modelName !== null && !used.has(stem)) return stem;
  for (let number = modelName === null ? 1 : 2; ; number++) {
    const name = `${stem} ${number}`;
    if (!used.has(name)) return name;
  }
}
