import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { FlightStatus } from "../../contracts/flights.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { OperationPlan } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";

type Caller = Pick<Principal, "userId" | "isAdministrator">;

export function canEdit(caller: Caller, flight: Pick<FlightModel, "owner" | "pilot">): boolean {
  return caller.isAdministrator || caller.userId === flight.owner || caller.userId === flight.pilot;
}

/** What is public is read by everybody who is signed in; lists and search say the same in SQL (`flights.store.ts`). */
export function canRead(caller: Caller, flight: Pick<FlightModel, "owner" | "pilot" | "visibility">): boolean {
  return flight.visibility === "public" || canEdit(caller, flight);
}

/** What its operation shows of a flight that has no telemetry. */
export function operationPlan(status: FlightStatus): OperationPlan {
  if (status === "cancelled" || status === "planned") return status;
  return status === "current" ? null : "past";
}

/** Whether a flight is still to be flown, so that what stands in its way counts. */
export function isAhead(status: FlightStatus): boolean {
  return status === "planned" || status === "current";
}

/** Plans of one device give way to each other. A take-off does not: what is in the air is taken down. */
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

/** A zone is no obstacle, but something to know of; old data says how old it is. */
export function zoneIssue(zone: { readonly name: string; readonly dataMs: number }): EligibilityIssue {
  const day = new Date(zone.dataMs).toISOString().slice(0, 10);
  return {
    id: "zone_touched",
    description: `The region touches the zone ${zone.name} (data of ${day}).`,
    is_blocking: false,
  };
}

/** Height in the standard atmosphere (ISO 2533) of an air pressure, metres. */
export function pressureAltitudeM(pressureHpa: number): number {
  return 44_330.77 * (1 - (pressureHpa / 1013.25) ** 0.190_263);
}

/** Begin of the calendar month of a time, UTC. */
export function monthBeginMs(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
