import type { Heartbeat } from "./mavlink.vehicle.ts";
import type { UaPoint } from "./telemetry.ts";

type Placed = Pick<UaPoint, "latitudeE7" | "longitudeE7"> & Partial<UaPoint>;

/** One message of an autopilot, with what it says of its aircraft; `null` where it says nothing of that. */
export type VehicleReading = {
  readonly systemId: number;
  /** The message's number by the component that sent it, which counts modulo 256. */
  readonly sequence: number;
  /** When it arrived: by the station's clock (Unix milliseconds), and by a monotonic one. */
  readonly timeMs: number;
  readonly monotonicMs: number;
  readonly heartbeat: Heartbeat | null;
  /** Where the autopilot estimates to be, from all its sensors. */
  readonly estimated: Placed | null;
  /** Where its satellite receiver is. */
  readonly received: Placed | null;
  readonly batteryV: number | null;
  readonly batteryPercent: number | null;
  readonly satellites: number | null;
  /** The frame as it was sent. */
  readonly bytes: Uint8Array;
};
