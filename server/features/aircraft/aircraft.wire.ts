import type { Aircraft, AircraftSummary } from "../../contracts/aircraft.ts";
import type { AircraftRow } from "./aircraft.store.ts";

export function toAircraft(row: AircraftRow): Aircraft {
  return {
    id: row.id,
    name: row.name,
    model: row.model === null ? null : { id: row.model, name: row.modelName ?? "" },
    weight: row.weightG,
    uas_class: row.uasClass,
    endurance: row.enduranceMin,
  };
}

export function toSummary({ id, name }: AircraftRow): AircraftSummary {
  return { id, name, public_name: name };
}
