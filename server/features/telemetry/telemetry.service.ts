import { type Format, isMapFormat } from "../../contracts/formats.ts";
import type { TelemetryListQuery } from "../../contracts/telemetry.ts";
import { ALL_TIME } from "../../kernel/clock.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ListedRecord, TelemetryPlan } from "../../kernel/telemetry-plan.ts";
import { LARGE_RESPONSE_RECORDS } from "../../kernel/telemetry-plan.ts";
import type { TrackOrigin } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { TelemetryDeps, Track } from "./telemetry.deps.ts";
import { createTotalOfTracks, expectedOfTracks, onPage, type Page, type TrackPart } from "./telemetry.expected.ts";
import { createTelemetryReader } from "./telemetry.reader.ts";
import type { Problem, TelemetrySelection } from "./telemetry.rules.ts";
import { listLimit, selectTelemetry } from "./telemetry.rules.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { createTrackFinder } from "./telemetry.extents.store.ts";
import { createSensorReader } from "./telemetry.sensors.store.ts";
import { windowOf } from "./telemetry.slices.ts";

export type ListRequest = {
  readonly query: TelemetryListQuery;
  readonly representation: Format;
  readonly nowMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly principal: Principal;
};

export type ListResult =
  | { readonly kind: "stream"; readonly stream: TelemetryStream }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type TelemetryService = {
  readonly list: (record: ListedRecord, request: ListRequest) => ListResult;
};

/** The part of a plan without the order and page. */
type Wanted = Pick<TelemetryPlan, "windows" | "origins" | "expected">;

export function createTelemetryService(deps: TelemetryDeps): TelemetryService {
  const findTracks = createTrackFinder(deps.reader);
  const read = createTelemetryReader(deps.reader);
  const totalOfTracks = createTotalOfTracks(deps.reader);
  const sensors = createSensorReader(deps.reader);

  /**
   * The tracks that match every filter. The region filters whole operations: one point inside, of the aircraft or its
   * operator, selects all telemetry of the operation in the range.
   *
   * @param identifiedIn when tracks that are selected by an identifier have records
   */
  function selectTracks(
    { operationId, uasId, bbox, range }: TelemetrySelection,
    { query, principal }: ListRequest,
    identifiedIn = range,
  ) {
    const filters: (readonly Track[])[] = [];
    const viewer = { caller: principal, isPublicExcluded: query.exclude_public };
    if (operationId !== null) filters.push(deps.tracksOfOperation(operationId, query.globalize ?? null, viewer));
    if (uasId !== null) filters.push(deps.tracksOfIdentifier(uasId, identifiedIn, viewer));
    if (bbox !== null) {
      const inside = findTracks([UA_KIND, OPERATOR_KIND], bbox, range);
      filters.push(deps.tracksByNumber(inside, query.globalize ?? true, viewer));
    }
    const [first = [], ...others] = filters;
    const tracks = others.reduce((remaining, filter) => {
      const numbers = new Set(filter.map(({ suboperation }) => suboperation));
      return remaining.filter(({ suboperation }) => numbers.has(suboperation));
    }, first);
    return query.sensor_id ? tracks.filter(({ sensorId }) => sensorId === query.sensor_id) : tracks;
  }

  /** Plans which tracks to read, and the ids of their records. */
  function planTracks(
    record: "ua" | "operator",
    selection: TelemetrySelection,
    request: ListRequest,
    page: Page,
  ): Wanted {
    const origins = new Map<number, TrackOrigin>();
    const parts: TrackPart[] = [];
    for (const track of selectTracks(selection, request)) {
      const window = windowOf(track.suboperation, { fromMs: track.firstMs, toMs: track.lastMs }, selection.range);
      if (window === undefined) continue;
      parts.push({ track, window });
      const operationId = isListedBySuboperation(request.query, selection, track)
        ? track.suboperationId
        : track.operationId;
      origins.set(track.suboperation, { sensorId: track.sensorId, operationId });
    }
    const expected = { records: expectedOfTracks(parts, page), total: totalOfTracks(record, parts, page) };
    return { windows: parts.map(({ window }) => window), origins, expected };
  }

  function planSensors(selection: TelemetrySelection, asked: ListRequest, page: Page): Wanted {
    // System telemetry belongs to no operation, so there is nothing to merge: the id alone decides.
    const request: ListRequest = { ...asked, query: { ...asked.query, globalize: null } };
    const windows: { sensorId: string; range: TimeRange }[] = [];
    const { operationId, uasId, bbox, range } = selection;
    // Sensors belong to the station: callers without explicit access to it see only those of operations shared with
    // them.
    const isPublic = !request.query.exclude_public || deps.hasStationAccess(request.principal);
    if (operationId === null && uasId === null && bbox !== null && isPublic) {
      for (const sensorId of sensors.sensorsInside(bbox, range)) windows.push({ sensorId, range });
    } else {
      // System telemetry of an operation is that of the sensors that received it, while they received it; a device on
      // board also reports its state before and after the positions of its flight, so that a flight of the aircraft may
      // have states in the range though it has no positions there.
      for (const track of selectTracks(selection, request, ALL_TIME)) {
        for (const times of [track, deps.stateTimesOf(track.suboperation)]) {
          const window = times && windowOf(0, { fromMs: times.firstMs, toMs: times.lastMs }, range);
          if (window === undefined) continue;
          windows.push({ sensorId: track.sensorId, range: { fromMs: window.firstMs, toMs: window.lastMs } });
        }
      }
    }
    const wanted = request.query.sensor_id
      ? windows.filter(({ sensorId }) => sensorId === request.query.sensor_id)
      : windows;
    const found = sensors.windowsOf(wanted);
    const enough = Math.max(LARGE_RESPONSE_RECORDS, page.limit === Infinity ? 0 : page.offset + page.limit + 1);
    const records = sensors.countUpTo(enough, found.windows);
    const isCounted = records < enough;
    // Map formats leave out records without a position.
    const total = isMapFormat(request.representation) ? null : isCounted ? records : { atLeast: records };
    return { ...found, expected: { records: isCounted ? onPage(records, page) : records, total } };
  }

  return {
    list(record, request) {
      const selected = selectTelemetry(request.query, request.nowMs ?? deps.clock.now(), deps.maxBboxKm2);
      const limited = listLimit(request.query, request.representation);
      const problems = [
        ...(selected.kind === "invalid" ? selected.problems : []),
        ...(limited.kind === "invalid" ? [limited.problem] : []),
      ];
      if (selected.kind === "invalid" || limited.kind === "invalid") return { kind: "invalid", problems };
      const { selection } = selected;
      const page = { limit: limited.limit, offset: request.query.offset };
      const wanted =
        record === "system" ? planSensors(selection, request, page) : planTracks(record, selection, request, page);
      const plan: TelemetryPlan = {
        record,
        ...wanted,
        ...page,
        isForMap: isMapFormat(request.representation),
        isDescending: request.query.order === "-time",
      };
      return { kind: "stream", stream: read(plan, request.signal) };
    },
  };
}

/** Whether records carry the suboperation id: with `globalize=false`, or when the requested id is a suboperation's. */
function isListedBySuboperation(query: TelemetryListQuery, selection: TelemetrySelection, track: Track): boolean {
  if (query.globalize !== null && query.globalize !== undefined) return !query.globalize;
  return selection.operationId === track.suboperationId;
}
