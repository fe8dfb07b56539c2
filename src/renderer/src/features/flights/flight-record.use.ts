import { computed, type ComputedRef } from "vue";
import type { FlightPoint, StatusCurvePoint } from "../../../../../server/contracts/flight-telemetry.ts";
import type { FlightDetail } from "../../../../../server/contracts/flights.ts";
import { type Loaded, useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";
import { type StatusSeries, statusSeriesOf } from "./status-series.ts";
import { seriesOf, type TrackSeries } from "./track-series.ts";

/** All that there is of one flight: its plan, its track, and what its device has said of itself. */
export interface FlightRecord {
  readonly flight: Loaded<FlightDetail>;
  readonly track: Loaded<readonly FlightPoint[]>;
  readonly status: Loaded<readonly StatusCurvePoint[]>;
  /** Undefined as long as there is no track. */
  readonly series: ComputedRef<TrackSeries | undefined>;
  readonly statusSeries: ComputedRef<StatusSeries | undefined>;
}

export function useFlightRecord(id: () => string): FlightRecord {
  const parts = (signal: AbortSignal) => ({ params: { id: id() }, signal });
  const flight = useLoaded<FlightDetail>((signal) => call(routes.getFlight, parts(signal)));
  const track = useLoaded<readonly FlightPoint[]>((signal) => call(routes.listFlightTelemetry, parts(signal)));
  const status = useLoaded<readonly StatusCurvePoint[]>((signal) => call(routes.listFlightStatusCurve, parts(signal)));
  return {
    flight,
    track,
    status,
    series: computed(() => {
      const points = track.value.value;
      return points && points.length > 0 ? seriesOf(points) : undefined;
    }),
    statusSeries: computed(() => {
      const points = status.value.value;
      return points && statusSeriesOf(points);
    }),
  };
}
