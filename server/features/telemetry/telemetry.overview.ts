import type { LastTelemetryQuery } from "../../contracts/telemetry.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Bbox } from "../../kernel/geo.ts";
import { isInside, parseBbox } from "../../kernel/geo.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { LastPoint, LastSlice, OnTrack, TrackOrigin } from "../../kernel/telemetry.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import type { TelemetryDeps, Track } from "./telemetry.deps.ts";
import type { LastPositions } from "./telemetry.last-positions.ts";
import type { Problem } from "./telemetry.rules.ts";

export type OverviewKind = "ua" | "operator" | "system";
export type OverviewRequest = {
  readonly query: LastTelemetryQuery;
  readonly signal: AbortSignal;
  readonly principal: Principal;
};
export type OverviewResult =
  | { readonly kind: "slices"; readonly slices: AsyncIterable<LastSlice> }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type Overview = (kind: OverviewKind, request: OverviewRequest) => OverviewResult;

/** A position with the ids of its sensor and operation; the same track has the same origin, as long as it is kept. */
type Reported = { readonly point: LastPoint; readonly origin: TrackOrigin };
type Origins = { readonly ofOperation: TrackOrigin; readonly ofSuboperation: TrackOrigin };

/** The global overviews: the newest position per ongoing operation or suboperation, worldwide. */
export function createOverview(
  deps: Pick<TelemetryDeps, "tracksByNumber" | "clock">,
  positions: LastPositions,
): Overview {
  /** Tracks that the caller can see, in slices; optionally with all tracks of their operations. */
  async function* readTracks(numbers: readonly number[], areWhole: boolean, { signal, principal }: OverviewRequest) {
    for (let at = 0; at < numbers.length; at += SLICE_ROWS) {
      const some = new Set(numbers.slice(at, at + SLICE_ROWS));
      yield deps.tracksByNumber(some, areWhole, { caller: principal, isPublicExcluded: false });
      await yieldToEventLoop(signal);
    }
  }

  async function newestReports(
    kind: OverviewKind,
    request: OverviewRequest,
    bbox: Bbox | null,
  ): Promise<readonly Reported[]> {
    const { max_age: maxAgeMin, globalize } = request.query;
    const sinceMs = deps.clock.now() - maxAgeMin * MINUTE_MS;
    const tracked = kind === "operator" ? positions.listOperator(sinceMs) : positions.listUa(sinceMs);
    const systems = positions.listSystem(sinceMs);
    // An operation with only operator telemetry is ongoing as well, and so are its sensors.
    const ongoing = kind === "system" ? union(tracked, positions.listOperator(sinceMs)) : [...tracked.keys()];
    // A suboperation may be inside the box while others of its operation were last reported outside.
    const isCut = bbox !== null && kind !== "system";
    const wanted = isCut ? ongoing.filter((track) => isPlacedInside(bbox, tracked.get(track)!)) : ongoing;
    const newest = new Map<string, Reported>();
    for await (const tracks of readTracks(wanted, isCut && globalize, request)) {
      for (const track of tracks) {
        const point = kind === "system" ? systems.get(track.sensorId) : tracked.get(track.suboperation);
        if (point !== undefined) keepNewest(newest, point, track, globalize);
      }
    }
    const reports = [...newest.values()];
    return bbox === null ? reports : reports.filter(({ point }) => isPlacedInside(bbox, point));
  }

  async function* readSlices(kind: OverviewKind, request: OverviewRequest, bbox: Bbox | null) {
    for (const [origins, points] of sliced(await newestReports(kind, request, bbox))) {
      yield { origins, points };
      await yieldToEventLoop(request.signal);
    }
  }

  return (kind, request) => {
    const text = request.query.bbox ?? null;
    const parsed = text === null ? null : parseBbox(text);
    if (parsed?.kind === "invalid") {
      return { kind: "invalid", problems: [{ name: "bbox", type: "bbox", msg: parsed.message }] };
    }
    return { kind: "slices", slices: readSlices(kind, request, parsed?.bbox ?? null) };
  };
}

function keepNewest(newest: Map<string, Reported>, point: LastPoint, track: Track, globalize: boolean): void {
  const operationId = globalize ? track.operationId : track.suboperationId;
  const known = newest.get(operationId);
  if (known !== undefined && known.point.timeMs >= point.timeMs) return;
  const origins = originsOf(track);
  newest.set(operationId, { point, origin: globalize ? origins.ofOperation : origins.ofSuboperation });
}

const knownOrigins = new WeakMap<Track, Origins>();

function originsOf(track: Track): Origins {
  let origins = knownOrigins.get(track);
  if (origins === undefined) {
    const { sensorId, operationId, suboperationId } = track;
    origins = { ofOperation: { sensorId, operationId }, ofSuboperation: { sensorId, operationId: suboperationId } };
    knownOrigins.set(track, origins);
  }
  return origins;
}

function* sliced(reports: readonly Reported[]): Generator<[ReadonlyMap<number, TrackOrigin>, OnTrack<LastPoint>[]]> {
  for (let at = 0; at < reports.length; at += SLICE_ROWS) {
    const some = reports.slice(at, at + SLICE_ROWS);
    yield [
      new Map(some.map(({ origin }, index) => [at + index, origin])),
      some.map(({ point: { timeMs, latitudeE7, longitudeE7 } }, index) => ({
        track: at + index,
        timeMs,
        latitudeE7,
        longitudeE7,
      })),
    ];
  }
}

function isPlacedInside(bbox: Bbox, { latitudeE7, longitudeE7 }: LastPoint): boolean {
  return isInside(bbox, { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 });
}

function union(a: ReadonlyMap<number, unknown>, b: ReadonlyMap<number, unknown>): readonly number[] {
  return [...new Set([...a.keys(), ...b.keys()])];
}
