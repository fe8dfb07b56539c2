import type { SystemTelemetry } from "../../../../server/contracts/telemetry.ts";
import { type MercatorPoint, toMercator } from "./mercator.ts";

/** The same time as in the station's own overview of sensors (`global-system`). */
const KEPT_MS = 30 * 60_000;

/** A receiver with a known position. */
export interface SensorMark {
  readonly telemetry: Pick<SystemTelemetry, "location">;
  readonly position: MercatorPoint;
}

/** When a record was observed, and when it counts as received. Both differ where a recording is replayed. */
export interface Reception {
  readonly observedAtMs: number;
  readonly receivedAtMs: number;
  readonly isReplayed: boolean;
}

interface OpenSensor extends SensorMark {
  readonly placedBy: Reception;
  /** The time of the last message from the sensor, or of the last aircraft that it received. */
  receivedAtMs: number;
}

/** The positions of active sensors. One that has sent nothing for half an hour may be switched off, or elsewhere. */
export class SensorCollection {
  readonly #sensors = new Map<string, OpenSensor>();

  get marks(): ReadonlyMap<string, SensorMark> {
    return this.#sensors;
  }

  /** The newest record sets the position of a sensor; older records that arrive late do not. */
  apply(id: string, location: NonNullable<SensorMark["telemetry"]["location"]>, reception: Reception): void {
    const known = this.#sensors.get(id);
    if (known && isOutdated(reception, known.placedBy)) return;
    this.#sensors.set(id, {
      telemetry: { location },
      position: toMercator(location),
      placedBy: reception,
      receivedAtMs: Math.max(reception.receivedAtMs, known?.receivedAtMs ?? -Infinity),
    });
  }

  /** The sensor has received an aircraft, so it is active even if it rarely reports its position. */
  noteReceiving(id: string, atMs: number): void {
    const sensor = this.#sensors.get(id);
    if (sensor) sensor.receivedAtMs = Math.max(sensor.receivedAtMs, atMs);
  }

  /** Removes the sensors that have sent nothing for half an hour; how many these were. */
  sweep(nowMs: number): number {
    const count = this.#sensors.size;
    for (const [id, { receivedAtMs }] of this.#sensors) {
      if (nowMs - receivedAtMs >= KEPT_MS) this.#sensors.delete(id);
    }
    return count - this.#sensors.size;
  }

  clear(): void {
    this.#sensors.clear();
  }
}

/** A recording that is replayed again begins at its first place again. */
function isOutdated(one: Reception, known: Reception): boolean {
  return one.observedAtMs <= known.observedAtMs && !(one.isReplayed && known.isReplayed);
}
