import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { FlightModel } from "./flights.model.ts";

export type Caller = Pick<Principal, "userId" | "isAdministrator">;

export type FlightOutcome =
  | { readonly kind: "saved"; readonly flight: FlightModel }
  | { readonly kind: "missing" }
  | { readonly kind: "exists" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "not_planned"; readonly status: FlightModel["status"] }
  | { readonly kind: "invalid"; readonly field: string; readonly msg: string }
  | { readonly kind: "no_aircraft" }
  | { readonly kind: "not_eligible"; readonly issues: readonly EligibilityIssue[] };

export const END_BEFORE_START = "must not be before the start";

export function invalid(field: string, msg: string): FlightOutcome {
  return { kind: "invalid", field, msg };
}
