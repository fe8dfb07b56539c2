import type { Principal } from "../../kernel/principal.ts";
import { notFound, notOwner } from "./failures.ts";
import type { FlightsService } from "./flights.service.ts";

/** A flight that the caller may change, or why not. */
export function findEditable(service: Pick<FlightsService, "find">, id: string, principal: Principal) {
  const found = service.find(id, principal);
  if (found === undefined) return { kind: "refused", reply: notFound() } as const;
  return found.isEditable
    ? ({ kind: "flight", flight: found.flight } as const)
    : ({ kind: "refused", reply: notOwner() } as const);
}
