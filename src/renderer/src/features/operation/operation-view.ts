import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { type AgeState, ageStateOf } from "../../tracks/age.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import type { SensorMark } from "../../tracks/sensor-collection.ts";
import type { Track } from "../../tracks/track-collection.ts";
import type { SwitchableTrackSource } from "../../tracks/track-source.ts";

/** What the card shows of one operation, live or recorded. */
export interface OperationView {
  readonly id: string;
  readonly operation: Operation | undefined;
  readonly ua: UaTelemetry | undefined;
  readonly operator: OperatorTelemetry | undefined;
  /** Undefined in the log, where it has no meaning. */
  readonly age: { readonly state: AgeState; readonly ms: number } | undefined;
  readonly isReplayed: boolean;
  /** Whether a past time is shown, in which nothing is live. */
  readonly isPast?: boolean;
  /** Where the sensors that received it are, by their id, as far as that is known. */
  readonly sensorPlaces?: ReadonlyMap<string, LatLon>;
}

/** The operation as the live page shows it, now or at a past time. */
export function shownView(
  track: Track,
  { kind, nowMs, collection }: Pick<SwitchableTrackSource, "kind" | "nowMs" | "collection">,
): OperationView {
  const ms = nowMs() - track.receivedAtMs;
  const { id, operation, ua, operator, isReplayed } = track;
  const age = { state: ageStateOf(ms), ms };
  const sensorPlaces = placesOf(operation, collection.sensors);
  return { id, operation, ua, operator, isReplayed, age, isPast: kind === "replay", sensorPlaces };
}

function placesOf(
  operation: Operation | undefined,
  sensors: ReadonlyMap<string, SensorMark>,
): ReadonlyMap<string, LatLon> {
  const known = new Map<string, LatLon>();
  for (const { sensor_id: id } of operation?.suboperations ?? []) {
    const location = sensors.get(id)?.telemetry.location;
    if (location) known.set(id, location);
  }
  return known;
}

export function recordedView(operation: Operation, track: Track | undefined): OperationView {
  return { id: operation.id, operation, ua: track?.ua, operator: track?.operator, age: undefined, isReplayed: false };
}
