import type { Principal } from "../../kernel/principal.ts";
import { notFound, notOwner, operationDeleted } from "./flights.failures.ts";
import type { FlightTracks } from "./flights.deps.ts";
import type { FlightsService } from "./flights.service.ts";

/** A flight to which the caller may upload telemetry, or the reason why not. */
export function findForUpload(
  { find }: Pick<FlightsService, "find">,
  { extent }: Pick<FlightTracks, "extent">,
  id: string,
  principal: Principal,
) {
  const found = find(id, principal);
  if (found === undefined) return { kind: "refused", reply: notFound() } as const;
  if (!found.isEditable) return { kind: "refused", reply: notOwner() } as const;
  return extent(found.flight.suboperation) === undefined
    ? ({ kind: "refused", reply: operationDeleted() } as const)
    : ({ kind: "flight", flight: found.flight } as const);
}
