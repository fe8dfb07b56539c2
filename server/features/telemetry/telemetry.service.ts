import type { TelemetryListQuery } from "../../contracts/telemetry.ts";
import type { Representation, TelemetryStream } from "../../kernel/handler.ts";
import type { OnTrack, OperatorPoint, Slice, TrackOrigin, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { SystemRow } from "./telemetry.columns.ts";
import { OPERATOR_TABLE, SYSTEM_TABLE, UA_TABLE, toSystemPoint } from "./telemetry.columns.ts";
import type { TelemetryDeps, Track } from "./telemetry.deps.ts";
import type { Problem, TelemetrySelection } from "./telemetry.rules.ts";
import { listLimit, selectTelemetry } from "./telemetry.rules.ts";
import type { SegmentKind } from "./telemetry.segments.ts";
import { OPERATOR_KIND, UA_KIND, createTrackFinder } from "./telemetry.segments.ts";
import { createSensorReader } from "./telemetry.sensors.ts";
import type { SliceRequest, TrackWindow } from "./telemetry.slices.ts";
import { createSliceReader, windowOf } from "./telemetry.slices.ts";

export type ListRequest = {
  readonly query: TelemetryListQuery;
  readonly representation: Representation;
  readonly signal: AbortSignal;
};

export type ListResult =
  | { readonly kind: "stream"; readonly stream: TelemetryStream }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type TelemetryService = {
  readonly list: (record: TelemetryStream["record"], request: ListRequest) => ListResult;
};

export function createTelemetryService(deps: TelemetryDeps): TelemetryService {
  const findTracks = createTrackFinder(deps.reader);
  const readUa = createSliceReader<UaPoint>(deps.reader, UA_TABLE);
  const readOperator = createSliceReader<OperatorPoint>(deps.reader, OPERATOR_TABLE);
  const readSystem = createSliceReader<SystemRow>(deps.reader, SYSTEM_TABLE);
  const sensors = createSensorReader(deps.reader);

  /** Tracks of an answer. A region is judged per operation: one point inside brings all of its telemetry in the range. */
  function selectTracks(
    selection: TelemetrySelection,
    query: TelemetryListQuery,
    kinds: readonly SegmentKind[],
  ): readonly Track[] {
    const isGlobal = query.globalize ?? true;
    let tracks: readonly Track[];
    if (selection.by === "operation") {
      tracks = deps.tracksOfOperation(selection.operationId, query.globalize ?? null);
    } else if (selection.by === "region") {
      tracks = deps.tracksByNumber(findTracks(kinds, selection.bbox, selection.range), isGlobal);
    } else {
      tracks = deps.tracksOfIdentifier(selection.uasId, selection.range);
      if (selection.bbox !== null) {
        const inside = deps.tracksByNumber(findTracks(kinds, selection.bbox, selection.range), isGlobal);
        const numbers = new Set(inside.map((track) => track.suboperation));
        tracks = tracks.filter((track) => numbers.has(track.suboperation));
      }
    }
    return query.sensor_id ? tracks.filter((track) => track.sensorId === query.sensor_id) : tracks;
  }

  function listTracks<P extends { readonly timeMs: number }>(
    read: (request: SliceRequest) => AsyncGenerator<readonly OnTrack<P>[]>,
    kind: SegmentKind,
    selection: TelemetrySelection,
    request: ListRequest,
    limit: number,
  ): AsyncIterable<Slice<P>> {
    const tracks = selectTracks(selection, request.query, [kind]);
    const origins = new Map<number, TrackOrigin>();
    const windows: TrackWindow[] = [];
    for (const track of tracks) {
      const window = windowOf(track.suboperation, { fromMs: track.firstMs, toMs: track.lastMs }, selection.range);
      if (window === undefined) continue;
      windows.push(window);
      const operationId = isFragmented(request.query, selection, track) ? track.suboperationId : track.operationId;
      origins.set(track.suboperation, { sensorId: track.sensorId, operationId });
    }
    return withOrigins(read(sliceRequest(windows, request, limit)), origins);
  }

  function listSystem(selection: TelemetrySelection, request: ListRequest, limit: number) {
    const windows: { sensorId: string; range: TimeRange }[] = [];
    if (selection.by === "region") {
      for (const sensorId of sensors.sensorsInside(selection.bbox, selection.range)) {
        windows.push({ sensorId, range: selection.range });
      }
    } else {
      // System telemetry of an operation: that of the sensors that saw it, while they saw it.
      for (const track of selectTracks(selection, request.query, [UA_KIND, OPERATOR_KIND])) {
        const window = windowOf(0, { fromMs: track.firstMs, toMs: track.lastMs }, selection.range);
        if (window) windows.push({ sensorId: track.sensorId, range: { fromMs: window.firstMs, toMs: window.lastMs } });
      }
    }
    const wanted = request.query.sensor_id
      ? windows.filter(({ sensorId }) => sensorId === request.query.sensor_id)
      : windows;
    const found = sensors.windowsOf(wanted);
    return withOrigins(toSystemPoints(readSystem(sliceRequest(found.windows, request, limit))), found.origins);
  }

  return {
    list(record, request) {
      const selected = selectTelemetry(request.query, deps.clock.now(), deps.largestBboxKm2);
      const limited = listLimit(request.query, request.representation);
      const problems = [
        ...(selected.kind === "invalid" ? selected.problems : []),
        ...(limited.kind === "invalid" ? [limited.problem] : []),
      ];
      if (selected.kind === "invalid" || limited.kind === "invalid") return { kind: "invalid", problems };
      const { selection } = selected;
      const { limit } = limited;
      switch (record) {
        case "ua":
          return { kind: "stream", stream: { record, slices: listTracks(readUa, UA_KIND, selection, request, limit) } };
        case "operator":
          return {
            kind: "stream",
            stream: { record, slices: listTracks(readOperator, OPERATOR_KIND, selection, request, limit) },
          };
        case "system":
          return { kind: "stream", stream: { record, slices: listSystem(selection, request, limit) } };
      }
    },
  };
}

/** Whether records carry the fragment's id: asked for, or because the id that was asked for is a fragment's. */
function isFragmented(query: TelemetryListQuery, selection: TelemetrySelection, track: Track): boolean {
  if (query.globalize !== null && query.globalize !== undefined) return !query.globalize;
  return selection.by === "operation" && selection.operationId === track.suboperationId;
}

function sliceRequest(windows: readonly TrackWindow[], request: ListRequest, limit: number): SliceRequest {
  return {
    windows,
    descending: request.query.order === "-time",
    grouped: request.representation === "gpx" || request.representation === "kml",
    limit,
    offset: request.query.offset,
    signal: request.signal,
  };
}

async function* withOrigins<P>(
  slices: AsyncIterable<readonly OnTrack<P>[]>,
  origins: ReadonlyMap<number, TrackOrigin>,
): AsyncGenerator<Slice<P>> {
  for await (const points of slices) yield { origins, points };
}

async function* toSystemPoints(slices: AsyncIterable<readonly SystemRow[]>) {
  for await (const rows of slices) yield rows.map(toSystemPoint);
}
