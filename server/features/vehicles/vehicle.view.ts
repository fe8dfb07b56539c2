import type { SourceVehicle } from "../../contracts/vehicles.ts";
import { SECOND_MS, isoOrNull } from "../../kernel/clock.ts";
import { vehicleClassOf } from "../../kernel/vehicle-modes.ts";
import type { VehicleReading } from "../../kernel/vehicle.ts";
import type { Moment } from "./flight-times.ts";
import type { FlightPhase } from "./vehicle.rules.ts";

/** After this long without a heartbeat, which is sent once a second, the link is shown as lost. */
const LINK_SHOWN_MS = 5 * SECOND_MS;
/** A value that was not reported again for this long counts as unknown. */
const VALUE_SHOWN_MS = 10 * SECOND_MS;
const AUTOPILOTS: Readonly<Record<number, SourceVehicle["autopilot"]>> = { 3: "ardupilot", 12: "px4" };

type Timed<T> = { readonly value: T; readonly atMs: number } | undefined;

/** The displayed state of a vehicle: its last reported values, without those that are too old. */
export function createVehicleView(systemId: number) {
  let heartbeat: Timed<NonNullable<VehicleReading["heartbeat"]>>;
  let heartbeatMs: number | null = null;
  const values = new Map<"batteryV" | "batteryPercent" | "satellites", { value: number; atMs: number }>();

  return {
    add(reading: VehicleReading): void {
      const { monotonicMs: atMs } = reading;
      if (reading.heartbeat !== null) {
        heartbeat = { value: reading.heartbeat, atMs };
        heartbeatMs = reading.timeMs;
      }
      for (const name of ["batteryV", "batteryPercent", "satellites"] as const) {
        const value = reading[name];
        if (value !== null) values.set(name, { value, atMs });
      }
    },

    show(
      { monotonicMs: nowMs }: Moment,
      known: { readonly linkPercent: number | null; readonly flight: string | null; readonly phase: FlightPhase },
    ): SourceVehicle {
      const recent = (name: "batteryV" | "batteryPercent" | "satellites") => {
        const found = values.get(name);
        return found !== undefined && nowMs - found.atMs <= VALUE_SHOWN_MS ? found.value : null;
      };
      const isLinked = heartbeat !== undefined && nowMs - heartbeat.atMs <= LINK_SHOWN_MS;
      return {
        system_id: systemId,
        type: heartbeat === undefined ? null : vehicleClassOf(heartbeat.value.type),
        autopilot: heartbeat === undefined ? null : (AUTOPILOTS[heartbeat.value.autopilot] ?? "other"),
        link: isLinked ? "up" : "lost",
        link_percent: isLinked ? known.linkPercent : null,
        armed: isLinked ? heartbeat!.value.isArmed : null,
        mode: isLinked ? heartbeat!.value.mode : null,
        battery: recent("batteryV"),
        battery_percent: recent("batteryPercent"),
        satellites: recent("satellites"),
        last_heartbeat_at: isoOrNull(heartbeatMs),
        flight_id: known.phase.kind === "flying" ? known.flight : null,
        waits_for_position: known.phase.kind === "armed",
      };
    },
  };
}

export type VehicleView = ReturnType<typeof createVehicleView>;
