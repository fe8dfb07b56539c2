import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** The flight that a vehicle of a source is on, or was on when its link was lost. */
export type VehicleFlight = { readonly source: string; readonly systemId: number; readonly flight: string };

export function listVehicleFlights(db: ReadableDb): readonly VehicleFlight[] {
  return db
    .prepare<[], VehicleFlight>(
      "SELECT source, system_id AS systemId, flight FROM vehicle_flight ORDER BY source, system_id",
    )
    .all();
}

export function saveVehicleFlight(db: WritableDb, vehicle: VehicleFlight): void {
  db.prepare(
    "INSERT OR REPLACE INTO vehicle_flight (source, system_id, flight) VALUES (@source, @systemId, @flight)",
  ).run(vehicle);
}

export function removeVehicleFlight(db: WritableDb, { source, systemId }: Omit<VehicleFlight, "flight">): void {
  db.prepare("DELETE FROM vehicle_flight WHERE source = ? AND system_id = ?").run(source, systemId);
}
