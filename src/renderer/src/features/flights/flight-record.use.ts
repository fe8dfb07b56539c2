import { computed, type ComputedRef } from "vue";
import type { StatusCurvePoint } from "../../../../../server/contracts/flight-telemetry.ts";
import type { FlightDetail } from "../../../../../server/contracts/flights.ts";
import { type Loaded, useLoaded } from "../../api/loaded.use.ts";
import { type ApiResult, call, openFile, routes } from "../../api/station.client.ts";
import { chunksOf } from "../../api/track.export.ts";
import { type StatusSeries, statusSeriesOf } from "./status-series.ts";
import { TrackReader } from "./track-reader.ts";
import type { TrackSeries } from "./track-series.ts";

/** Everything about one flight: its plan, its track, and the states that its device has reported. */
export interface FlightRecord {
  readonly flight: Loaded<FlightDetail>;
  /** `series` is undefined for a flight without a track. */
  readonly track: Loaded<{ readonly series: TrackSeries | undefined }>;
  readonly status: Loaded<readonly StatusCurvePoint[]>;
  /** Undefined as long as there is no track. */
  readonly series: ComputedRef<TrackSeries | undefined>;
  readonly statusSeries: ComputedRef<StatusSeries | undefined>;
}

export function useFlightRecord(id: () => string): FlightRecord {
  const parts = (signal: AbortSignal) => ({ params: { id: id() }, signal });
  const flight = useLoaded<FlightDetail>((signal) => call(routes.getFlight, parts(signal)));
  const track = useLoaded((signal) => loadTrack(id(), signal));
  const status = useLoaded<readonly StatusCurvePoint[]>((signal) => call(routes.listFlightStatusCurve, parts(signal)));
  return {
    flight,
    track,
    status,
    series: computed(() => track.value.value?.series),
    statusSeries: computed(() => {
      const points = status.value.value;
      return points && statusSeriesOf(points);
    }),
  };
}

/** As CSV: a third of the size of JSON, and parsed while it is received. */
async function loadTrack(
  id: string,
  signal: AbortSignal,
): Promise<ApiResult<{ readonly series: TrackSeries | undefined }>> {
  const answer = await openFile(routes.listFlightTelemetry, "text/csv", { params: { id }, signal });
  if (answer.kind !== "ok") return answer;
  const reader = new TrackReader();
  const decoder = new TextDecoder();
  try {
    for await (const chunk of chunksOf(answer.value.stream)) reader.add(decoder.decode(chunk, { stream: true }));
  } catch (error) {
    if (signal.aborted) return { kind: "cancelled" };
    // Only the stream fails like this; an invalid content is a bug.
    if (error instanceof TypeError) return { kind: "unreachable" };
    throw error;
  }
  return { kind: "ok", value: { series: reader.finish() } };
}
