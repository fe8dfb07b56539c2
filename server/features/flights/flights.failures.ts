import { failure } from "../../kernel/failure.ts";
import type { FlightOutcome } from "./flights.outcome.ts";

export const notFound = () => failure(404, "not_found", "id: there is no such flight, or you may not see it.");
export const notOwner = () =>
  failure(403, "forbidden", "id: only its owner, its pilot and administrators can change a flight.");

/** Telemetry of such a flight would not be in any list, and would not be restored with the operation. */
export const operationDeleted = () =>
  failure(409, "operation_removed", "id: the operation of this flight was deleted. Restore it to upload telemetry.");

/** The error for a flight that could not be saved. */
export function refusal(outcome: Exclude<FlightOutcome, { readonly kind: "saved" }>) {
  switch (outcome.kind) {
    case "missing":
      return notFound();
    case "forbidden":
      return notOwner();
    case "exists":
      return failure(409, "flight_exists", "id: a flight or another operation with this id already exists.");
    case "not_planned":
      return failure(409, "not_editable", `status: only planned flights can be edited; this one is ${outcome.status}.`);
    case "invalid":
      return failure(400, "validation_error", `${outcome.field}: ${outcome.msg}`);
    case "no_aircraft":
      return failure(400, "no_default_aircraft", "The owner of the device has no default aircraft.");
    case "not_eligible":
      return failure(409, "not_eligible", ...outcome.issues.map(({ description }) => description));
  }
}
