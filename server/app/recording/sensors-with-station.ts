import { sensorAt } from "../../ingest/sources/position.source.ts";
import type { AirspaceInput } from "../../ingest/decoded.ts";
import type { PositionFix } from "../../ingest/codecs/position.fix.ts";
import { type Clock, MINUTE_MS } from "../../kernel/clock.ts";

/** A position that a sensor has reported of itself is used for this long. */
const OWN_POSITION_MS = 10 * MINUTE_MS;
/** Sensors of one source; a sender that keeps using new names must not fill the memory. */
const MAX_SENSORS = 64;

export type SourceWithStation = { readonly id: string; readonly sensor_id: string };

/**
 * The sensors of the sources that move with the station: each has the position of the station, unless it reports its
 * own.
 */
export function createSensorsWithStation(clock: Clock) {
  const received = new Map<string, Set<string>>();
  const ownMs = new Map<string, number>();

  function noteOwn(sensorId: string): void {
    ownMs.delete(sensorId);
    ownMs.set(sensorId, clock.now());
    if (ownMs.size > MAX_SENSORS) ownMs.delete(ownMs.keys().next().value!);
  }

  function sensorsOf({ id, sensor_id: sensorId }: SourceWithStation): Set<string> {
    let sensors = received.get(id);
    if (sensors?.has(sensorId) !== true) received.set(id, (sensors = new Set([sensorId])));
    return sensors;
  }

  return {
    /** Call with what such a source decoded. */
    note(source: SourceWithStation, decoded: readonly AirspaceInput[]): void {
      const sensors = sensorsOf(source);
      for (const one of decoded) {
        if (one.kind !== "frame" && one.kind !== "sensor") continue;
        if (one.sensorId !== null && sensors.size < MAX_SENSORS) sensors.add(one.sensorId);
        if (one.kind === "sensor" && one.latitude !== null) noteOwn(one.sensorId ?? source.sensor_id);
      }
    },
    /** The sensors of such a source at a place. */
    at(source: SourceWithStation, fix: PositionFix): readonly AirspaceInput[] {
      const isOwn = (sensorId: string) => clock.now() - (ownMs.get(sensorId) ?? -Infinity) <= OWN_POSITION_MS;
      // Satellites are those of the station's receiver.
      const place = { ...fix, satellites: null };
      return [...sensorsOf(source)].filter((id) => !isOwn(id)).map((id) => sensorAt(place, id));
    },
  };
}
