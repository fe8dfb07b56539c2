import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { FlightStatus } from "../../contracts/flights.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { OperationPlan } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";

type Caller = Pick<Principal, "userId" | "isAdministrator">;

export function canEdit(caller: Caller, flight: Pick<FlightModel, "owner" | "pilot">): boolean {
  return caller.isAdministrator || caller.userId === flight.owner || caller.userId === flight.pilot;
}

/**
 * Public flights are readable for every signed-in user; lists and search apply the same rule in SQL
 * (`flights.store.ts`).
 */
export function canRead(caller: Caller, flight: Pick<FlightModel, "owner" | "pilot" | "visibility">): boolean {
  return flight.visibility === "public" || canEdit(caller, flight);
}

/** The state of a flight's operation while there is no telemetry. */
export function operationPlan(status: FlightStatus): OperationPlan {
  if (status === "cancelled" || status === "planned") return status;
  return status === "current" ? null : "past";
}

/** Whether a flight has not been flown yet, so that eligibility issues are relevant. */
export function isNotYetFlown(status: FlightStatus): boolean {
  return status === "planned" || status === "current";
}

/** Planned flights of a device must not overlap. A take-off is always recorded, even if it overlaps. */
export function overlapIssue(overlapping: readonly Pick<FlightModel, "id">[]): readonly EligibilityIssue[] {
  const [first] = overlapping;
  if (first === undefined) return [];
  return [
    {
      id: "planned_window_overlaps",
      description: `The device has another flight in that time (${first.id}).`,
      is_blocking: true,
    },
  ];
}

/** A zone does not block a flight; the issue informs about it and the date of its data. */
export function zoneIssue(zone: { readonly name: string; readonly dataMs: number }): EligibilityIssue {
  const day = new Date(zone.dataMs).toISOString().slice(0, 10);
  return {
    id: "zone_touched",
    description: `The region touches the zone ${zone.name} (data of ${day}).`,
    is_blocking: false,
  };
}

/** Pressure altitude in the standard atmosphere (ISO 2533), metres, from a pressure in hPa. */
export function pressureAltitudeM(pressureHpa: number): number {
  return 44_330.77 * (1 - (pressureHpa / 1013.25) ** 0.190_263);
}

/** Start of the calendar month of a time, UTC; Unix milliseconds. */
export function monthBeginMs(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
