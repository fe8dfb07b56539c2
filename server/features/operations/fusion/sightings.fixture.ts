import { MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import type { Ids } from "../../../kernel/ids.ts";
import { NOON_MS, operatorPoint, uaPoint } from "../../../kernel/points.fixture.ts";
import type { Declared, Sighting } from "../../../kernel/sighting.ts";
import type { OperatorPoint, UaPoint } from "../../../kernel/telemetry.ts";
import { NOTHING_DECLARED } from "../model/operation.model.ts";

/** Sightings with only the fields that a test is about. */

export { NOON_MS };

/** Metres to degrees × 10⁷ along a meridian. */
const E7_PER_METRE = 1e7 / 111_195;

export type SightingOptions = {
  /** Seconds after noon. */
  readonly at?: number;
  readonly sensorId?: string;
  readonly technology?: Sighting["technology"];
  readonly transmitter?: string | null;
  readonly serial?: string;
  readonly registration?: string;
  readonly declared?: Partial<Declared>;
  /** Metres north of 50° N 14.4° E; `null` for a sighting without a position. */
  readonly north?: number | null;
  /** Metres north of the same place. */
  readonly operatorNorth?: number;
};

export function sighting(seen: SightingOptions = {}): Sighting {
  const observedAtMs = NOON_MS + Math.round((seen.at ?? 0) * SECOND_MS);
  const north = seen.north === undefined ? 0 : seen.north;
  return {
    sensorId: seen.sensorId ?? "roof",
    technology: seen.technology ?? "wifi_beacon",
    sourceType: "rid_receiver",
    transmitter: seen.transmitter === undefined ? "mac:00:00:5e:00:53:01" : seen.transmitter,
    observedAtMs,
    declared: {
      ...NOTHING_DECLARED,
      identifiers: [
        ...(seen.serial === undefined ? [] : [{ type: "serial_number", value: seen.serial } as const]),
        ...(seen.registration === undefined
          ? []
          : [{ type: "caa_registration_id", value: seen.registration } as const]),
      ],
      ...seen.declared,
    },
    warnings: [],
    ua: north === null ? null : uaAt(observedAtMs, north),
    operator: seen.operatorNorth === undefined ? null : operatorAt(observedAtMs, seen.operatorNorth),
  };
}

/** One sighting every ten seconds, `minutes` long. */
export function track(minutes: number, seen: SightingOptions = {}): readonly Sighting[] {
  const count = (minutes * MINUTE_MS) / (10 * SECOND_MS);
  return Array.from({ length: count }, (_, index) =>
    sighting({ ...seen, at: (seen.at ?? 0) + index * 10, north: (seen.north ?? 0) + index * 50 }),
  );
}

/** Predictable ids: the time and a counter. */
export function countingIds(): Ids {
  let made = 0;
  return { random: () => `random-${++made}`, timed: (timeMs) => `${timeMs}-${++made}` };
}

function uaAt(timeMs: number, north: number): UaPoint {
  return uaPoint({ timeMs, receivedMs: timeMs, latitudeE7: latitudeAt(north) });
}

function operatorAt(timeMs: number, north: number): OperatorPoint {
  return operatorPoint({ timeMs, receivedMs: timeMs, latitudeE7: latitudeAt(north) });
}

function latitudeAt(north: number): number {
  return Math.round(500_000_000 + north * E7_PER_METRE);
}
