import type { TelemetryListQuery } from "../../contracts/telemetry.ts";
import type { ListedRecord, Representation, TelemetryStream } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { OnTrack, OperatorPoint, Slice, TrackOrigin, UaOnMap, UaPoint, UaSlice } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { SystemRow } from "./telemetry.columns.ts";
import { OPERATOR_TABLE, SYSTEM_TABLE, UA_MAP_TABLE, UA_TABLE, toSystemPoint } from "./telemetry.columns.ts";
import type { TelemetryDeps, Track } from "./telemetry.deps.ts";
import type { Problem, TelemetrySelection } from "./telemetry.rules.ts";
import { listLimit, selectTelemetry } from "./telemetry.rules.ts";
import { OPERATOR_KIND, UA_KIND, createTrackFinder } from "./telemetry.segments.ts";
import { createSensorReader } from "./telemetry.sensors.ts";
import type { SliceRequest, TrackWindow } from "./telemetry.slices.ts";
import { createSliceReader, windowOf } from "./telemetry.slices.ts";

export type ListRequest = {
  readonly query: TelemetryListQuery;
  readonly representation: Representation;
  readonly signal: AbortSignal;
  readonly principal: Principal;
};

export type ListResult =
  | { readonly kind: "stream"; readonly stream: TelemetryStream }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type TelemetryService = {
  readonly list: (record: ListedRecord, request: ListRequest) => ListResult;
};

export function createTelemetryService(deps: TelemetryDeps): TelemetryService {
  const findTracks = createTrackFinder(deps.reader);
  const readUa = createSliceReader<UaPoint>(deps.reader, UA_TABLE);
  const readUaOnMap = createSliceReader<UaOnMap>(deps.reader, UA_MAP_TABLE);
  const readOperator = createSliceReader<OperatorPoint>(deps.reader, OPERATOR_TABLE);
  const readSystem = createSliceReader<SystemRow>(deps.reader, SYSTEM_TABLE);
  const sensors = createSensorReader(deps.reader);

  /**
   * Tracks of an answer: those that every filter lets through. A region is judged per operation: one point inside, of
   * the aircraft or of its operator, brings all of its telemetry in the range.
   */
  function selectTracks({ operationId, uasId, bbox, range }: TelemetrySelection, { query, principal }: ListRequest) {
    const filters: (readonly Track[])[] = [];
    const viewer = { caller: principal, isPublicExcluded: query.exclude_public };
    if (operationId !== null) filters.push(deps.tracksOfOperation(operationId, query.globalize ?? null, viewer));
    if (uasId !== null) filters.push(deps.tracksOfIdentifier(uasId, range, viewer));
    if (bbox !== null) {
      const inside = findTracks([UA_KIND, OPERATOR_KIND], bbox, range);
      filters.push(deps.tracksByNumber(inside, query.globalize ?? true, viewer));
    }
    const [first = [], ...others] = filters;
    const tracks = others.reduce((kept, filter) => {
      const numbers = new Set(filter.map(({ suboperation }) => suboperation));
      return kept.filter(({ suboperation }) => numbers.has(suboperation));
    }, first);
    return query.sensor_id ? tracks.filter(({ sensorId }) => sensorId === query.sensor_id) : tracks;
  }

  function listTracks<P extends { readonly timeMs: number }>(
    read: (request: SliceRequest) => AsyncGenerator<readonly OnTrack<P>[]>,
    selection: TelemetrySelection,
    request: ListRequest,
    limit: number,
  ): AsyncIterable<Slice<P>> {
    const origins = new Map<number, TrackOrigin>();
    const windows: TrackWindow[] = [];
    for (const track of selectTracks(selection, request)) {
      const window = windowOf(track.suboperation, { fromMs: track.firstMs, toMs: track.lastMs }, selection.range);
      if (window === undefined) continue;
      windows.push(window);
      const operationId = isFragmented(request.query, selection, track) ? track.suboperationId : track.operationId;
      origins.set(track.suboperation, { sensorId: track.sensorId, operationId });
    }
    return withOrigins(read(sliceRequest(windows, request, limit)), origins);
  }

  function listUa(selection: TelemetrySelection, request: ListRequest, limit: number): AsyncIterable<UaSlice> {
    if (!isMapFormat(request.representation)) return listTracks(readUa, selection, request, limit);
    // The encoders of map formats are typed to look at no other field.
    return listTracks(readUaOnMap, selection, request, limit) as AsyncIterable<UaSlice>;
  }

  function listSystem(selection: TelemetrySelection, request: ListRequest, limit: number) {
    const windows: { sensorId: string; range: TimeRange }[] = [];
    const { operationId, uasId, bbox, range } = selection;
    // Sensors are the station's: who has no access to that by name sees them where a shared operation was.
    const isPublic = !request.query.exclude_public || deps.hasStationAccess(request.principal);
    if (operationId === null && uasId === null && bbox !== null && isPublic) {
      for (const sensorId of sensors.sensorsInside(bbox, range)) windows.push({ sensorId, range });
    } else {
      // System telemetry of an operation: that of the sensors that saw it, while they saw it.
      for (const track of selectTracks(selection, request)) {
        const window = windowOf(0, { fromMs: track.firstMs, toMs: track.lastMs }, range);
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
          return { kind: "stream", stream: { record, slices: listUa(selection, request, limit) } };
        case "operator":
          return {
            kind: "stream",
            stream: { record, slices: listTracks(readOperator, selection, request, limit) },
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
  return selection.operationId === track.suboperationId;
}

function isMapFormat(representation: Representation): boolean {
  return representation === "gpx" || representation === "kml";
}

function sliceRequest(windows: readonly TrackWindow[], request: ListRequest, limit: number): SliceRequest {
  return {
    windows,
    descending: request.query.order === "-time",
    grouped: isMapFormat(request.representation),
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
