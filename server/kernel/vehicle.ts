import type { Heartbeat } from "./mavlink.vehicle.ts";
import type { UaPoint } from "./telemetry.ts";

type Placed = Pick<UaPoint, "latitudeE7" | "longitudeE7"> & Partial<UaPoint>;

/**
 * One message of an autopilot with the values that it reports of its aircraft; `null` for values that it does not
 * contain.
 */
export type VehicleReading = {
  readonly systemId: number;
  /** The message's number by the component that sent it, which counts modulo 256. */
  readonly sequence: number;
  /** When it arrived: by the station's clock (Unix milliseconds), and by a monotonic one. */
  readonly timeMs: number;
  readonly monotonicMs: number;
  readonly heartbeat: Heartbeat | null;
  /** The position that the autopilot estimates from all its sensors. */
  readonly estimated: Placed | null;
  /** The position of its satellite receiver. */
  readonly received: Placed | null;
  readonly batteryV: number | null;
  readonly batteryPercent: number | null;
  readonly satellites: number | null;
  /** The frame as it was sent. */
  readonly bytes: Uint8Array;
};
