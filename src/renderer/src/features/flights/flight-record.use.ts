import { computed, type ComputedRef, shallowRef } from "vue";
import type { StatusCurvePoint, TrackLine } from "../../../../../server/contracts/flight-telemetry.ts";
import type { FlightDetail } from "../../../../../server/contracts/flights.ts";
import { type Loaded, useLoaded } from "../../api/loaded.use.ts";
import { type ApiResult, call, openFile, routes } from "../../api/station.client.ts";
import { chunksOf } from "../../api/track.export.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { type StatusSeries, statusSeriesOf } from "./status-series.ts";
import { trackSeriesOf } from "./track-columns.ts";
import { TrackReader } from "./track-reader.ts";
import type { TrackSeries } from "./track-series.ts";

/** The points of a long flight that are shown first: more than a screen has columns. */
const FIRST_POINTS = 3_000;

interface Track {
  /** Undefined for a flight without a track. */
  readonly series: TrackSeries | undefined;
}

interface Line {
  readonly flightId: string;
  readonly places: readonly LatLon[];
}

/** Everything about one flight: its plan, its track, and the states that its device has reported. */
export interface FlightRecord {
  readonly flight: Loaded<FlightDetail>;
  /** For a long flight first a part of its points, then all of them. */
  readonly track: Loaded<Track>;
  readonly status: Loaded<readonly StatusCurvePoint[]>;
  /** Where it was flown, as far as that is known: a line for the map is there before the track, from fewer points. */
  readonly places: ComputedRef<readonly LatLon[] | undefined>;
  /** Undefined as long as there is no track. */
  readonly series: ComputedRef<TrackSeries | undefined>;
  readonly statusSeries: ComputedRef<StatusSeries | undefined>;
}

/** `hasLine`: whether `places` come before the track, with a request of their own, for a page that shows the map first. */
export function useFlightRecord(
  id: () => string,
  { hasLine = false }: { readonly hasLine?: boolean } = {},
): FlightRecord {
  const parts = (signal: AbortSignal) => ({ params: { id: id() }, signal });
  const flight = useLoaded<FlightDetail>((signal) => call(routes.getFlight, parts(signal)), id);
  /** The flight whose complete track has been loaded once: when it grows, it is loaded completely at once. */
  let longOne: string | undefined;
  const line = shallowRef<Line>();
  const track = useLoaded<Track>(async (signal, showFirst) => {
    const flightId = id();
    if (flightId === longOne) return loadTrack(flightId, signal);
    const params = { id: flightId };
    if (hasLine && line.value?.flightId !== flightId) {
      // Before the curve, not in parallel: the station would answer both only when the slower one is ready.
      const drawn = await call(routes.getFlightTrackLine, { params, signal });
      if (drawn.kind === "ok") line.value = { flightId, places: placesOf(drawn.value) };
    }
    const query = { points: FIRST_POINTS };
    const first = await call(routes.getFlightTrackCurve, { params, query, signal });
    if (first.kind !== "ok") return first;
    const { total, points } = first.value;
    const shown = { series: trackSeriesOf(points, total) };
    if (total <= points.length) return { kind: "ok", value: shown };
    showFirst(shown);
    longOne = flightId;
    return loadTrack(flightId, signal);
  }, id);
  const status = useLoaded<readonly StatusCurvePoint[]>(
    (signal) => call(routes.listFlightStatusCurve, parts(signal)),
    id,
  );
  const series = computed(() => track.value.value?.series);
  return {
    flight,
    track,
    status,
    places: computed(() => series.value?.places ?? (line.value?.flightId === id() ? line.value.places : undefined)),
    series,
    statusSeries: computed(() => {
      const points = status.value.value;
      return points && statusSeriesOf(points);
    }),
  };
}

function placesOf({ latitudes, longitudes }: TrackLine): readonly LatLon[] {
  return latitudes.map((latitude, at) => ({ latitude, longitude: longitudes[at]! }));
}

/** As CSV: a third of the size of JSON, and parsed while it is received. */
async function loadTrack(id: string, signal: AbortSignal): Promise<ApiResult<Track>> {
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
