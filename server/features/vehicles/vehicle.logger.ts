import type { UaPoint } from "../../kernel/telemetry.ts";
import type { VehicleReading } from "../../kernel/vehicle.ts";
import { createFlightTimes, type Moment } from "./flight-times.ts";
import {
  DISARMED,
  type FlightCommand,
  type FlightEvent,
  type FlightPhase,
  FRESH_POSITION_MS,
  restoredPhase,
  stepFlight,
} from "./vehicle.rules.ts";
import { createPointReader, createStateReader } from "./vehicle.telemetry.ts";
import { createUnsavedRecords } from "./unsaved-records.ts";
import type { OpenFlight, VehiclesDeps } from "./vehicles.deps.ts";
import { removeVehicleFlight, saveVehicleFlight } from "./vehicles.store.ts";

export type VehicleInput =
  | { readonly kind: "reading"; readonly reading: VehicleReading; readonly linkPercent: number | null }
  | { readonly kind: "time"; readonly moment: Moment };

export type VehicleLogger = {
  /** Logs messages in order; resolves when they are on disk. Do not call it again before that. */
  readonly take: (inputs: readonly VehicleInput[]) => Promise<void>;
  readonly phase: () => FlightPhase;
  readonly flight: () => string | null;
};

/** Logs the flights of one vehicle of a source. `open` is the flight that it was on when the station stopped. */
export function createVehicleLogger(
  deps: Omit<VehiclesDeps, "findOwner">,
  vehicle: { readonly source: string; readonly systemId: number },
  parts: { readonly findOwner: () => ReturnType<VehiclesDeps["findOwner"]>; readonly open?: OpenFlight },
): VehicleLogger {
  const { db, flights, log } = deps;
  const readPoint = createPointReader();
  let states = createStateReader();
  let times = createFlightTimes(parts.open?.lastMs ?? undefined);
  let phase: FlightPhase = parts.open === undefined ? DISARMED : phaseOf(parts.open, deps);
  let flight: string | null = parts.open?.id ?? null;
  let place: { readonly point: UaPoint; readonly atMs: number } | undefined;
  const unsaved = createUnsavedRecords(deps);
  let keepsTlog = parts.open !== undefined && parts.findOwner()?.keepsTlog === true;

  /** The messages that begin and end a flight belong to it. */
  function keepFrame(reading: VehicleReading): void {
    if (keepsTlog) unsaved.addFrame({ timeMs: times.at(reading), bytes: reading.bytes });
  }

  async function step(event: FlightEvent, moment: Moment): Promise<void> {
    const next = stepFlight(phase, event);
    // Records received before belong to the flight that was in progress then.
    if (next.commands.length > 0) await unsaved.save(flight);
    phase = next.phase;
    for (const command of next.commands) await execute(command, moment);
    if (phase.kind === "disarmed" && flight !== null) {
      removeVehicleFlight(db, vehicle);
      flight = null;
    }
  }

  async function execute(command: FlightCommand, moment: Moment): Promise<void> {
    const fields = { ...vehicle, flight };
    switch (command) {
      case "begin":
        return begin(moment);
      case "resume":
        if (flight !== null && (await flights.resume(flight)))
          return log.info(fields, "a vehicle is back on its flight");
        // The flight was removed meanwhile: from here on it is another one.
        flight = null;
        phase = { kind: "armed" };
        return;
      case "end":
      case "end_link_lost":
        if (flight !== null) await flights.end(flight, command === "end" ? "disarmed" : "link_lost");
        return log.info(
          fields,
          command === "end" ? "a vehicle has ended its flight" : "the link of a vehicle in flight was lost",
        );
    }
  }

  async function begin(moment: Moment): Promise<void> {
    const owner = parts.findOwner();
    // The source was removed while its last messages waited.
    if (owner === undefined || place === undefined) return void (phase = DISARMED);
    times = createFlightTimes();
    keepsTlog = owner.keepsTlog;
    states = createStateReader();
    try {
      flight = await flights.begin({ ...owner, atMs: times.at(moment), takeoff: place.point }, (id) =>
        saveVehicleFlight(db, { ...vehicle, flight: id }),
      );
    } catch (error) {
      phase = { kind: "armed" };
      throw error;
    }
    log.info({ ...vehicle, flight }, "a vehicle has begun a flight");
  }

  async function takeReading(reading: VehicleReading, linkPercent: number | null): Promise<void> {
    const { heartbeat, monotonicMs: atMs } = reading;
    const wasFlying = phase.kind === "flying";
    if (wasFlying) keepFrame(reading);
    if (heartbeat !== null) {
      await step({ kind: "heartbeat", isArmed: heartbeat.isArmed, atMs }, reading);
      const isPlaced = place !== undefined && atMs - place.atMs <= FRESH_POSITION_MS;
      if (phase.kind === "armed" && isPlaced) await step({ kind: "position", atMs }, reading);
    }
    const point = readPoint(reading);
    if (point !== undefined) {
      place = { point, atMs };
      await step({ kind: "position", atMs }, reading);
      if (phase.kind === "flying") unsaved.addPoint({ ...point, timeMs: times.next(reading) });
    }
    if (phase.kind !== "flying") return;
    if (!wasFlying) keepFrame(reading);
    states.add(reading, times.at(reading), reading.timeMs);
    const state = states.current();
    if (state !== undefined) unsaved.setState({ ...state, linkPercent });
  }

  return {
    async take(inputs) {
      for (const input of inputs) {
        if (input.kind === "reading") await takeReading(input.reading, input.linkPercent);
        else await step({ kind: "time", atMs: input.moment.monotonicMs }, input.moment);
      }
      await unsaved.save(flight);
    },
    phase: () => phase,
    flight: () => flight,
  };
}

function phaseOf({ phase, storedMs }: OpenFlight, { clock, monotonic }: Pick<VehiclesDeps, "clock" | "monotonic">) {
  return restoredPhase(phase, storedMs === null ? 0 : clock.now() - storedMs, monotonic.now());
}
