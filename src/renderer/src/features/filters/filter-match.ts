import { foldCase } from "../../../../../server/contracts/fold-case.ts";
import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { Track } from "../../tracks/track-collection.ts";
import type { TrackReader } from "../../tracks/track-source.ts";
import type { MetreRange, OperationFilter } from "./operation-filter.ts";

/** Whether a track passes. Created once per filter, called once per aircraft. */
export type FilterMatch = (track: Track) => boolean;

/** Ids of the operations that match rules which only the station can apply; undefined if it was not asked. */
export interface StationMatches {
  /** Those that pass the rules that the station applies. */
  readonly passing?: ReadonlySet<string>;
  /** The caller's own operations. */
  readonly own?: ReadonlySet<string>;
}

/**
 * The filter rules of the station's operation list, applied in the console to the live map. The parts that only the
 * station knows (visibility, past heights and distances, ownership) are in `known`.
 */
export function matchOf(filter: OperationFilter, collection: TrackReader, known: StationMatches = {}): FilterMatch {
  const wanted = foldCase(filter.text.trim());
  return (track) =>
    hasText(track, wanted) &&
    matchesOperation(track.operation, filter) &&
    matchesRanges(track, filter, collection, known);
}

/** Whether the station must be asked, because the current record of an aircraft is not enough to apply the filter. */
export function needsStation(filter: OperationFilter): boolean {
  return filter.whose === "own" || [filter.height, filter.operatorDistance, filter.sensorDistance].some(isLimited);
}

function matchesOperation(operation: Operation | undefined, filter: OperationFilter): boolean {
  const { status, technologies, sourceType, sensorId, seen } = filter;
  if (status !== "" && operation?.status !== status) return false;
  if (seen !== "" && (operation?.seen ?? false) !== (seen === "yes")) return false;
  if (sourceType !== "" && !operation?.sources.some(({ type }) => type === sourceType)) return false;
  if (sensorId !== "" && !operation?.sensor_ids.includes(sensorId)) return false;
  return (
    technologies.length === 0 ||
    technologies.some((technology) => operation?.transmission_technologies.includes(technology))
  );
}

function matchesRanges(
  track: Track,
  filter: OperationFilter,
  collection: TrackReader,
  { passing, own }: StationMatches,
): boolean {
  // Until the caller's own operations are known, none counts as another person's.
  if (filter.whose === "others" && (own?.has(track.id) ?? true)) return false;
  if (!needsStation(filter) || passing?.has(track.id)) return true;
  if (filter.whose === "own") return false;
  const { ua, operator } = track;
  const heightM = ua?.altitudes.find(({ type }) => type === "ATO")?.value;
  const toOperatorM = ua && operator ? distanceM(ua.location, operator.location) : undefined;
  const sensor = ua ? collection.sensors.get(ua.sensor_id)?.telemetry.location : undefined;
  const toSensorM = ua && sensor ? distanceM(ua.location, sensor) : undefined;
  return (
    isWithin(heightM, filter.height) &&
    isWithin(toOperatorM, filter.operatorDistance) &&
    isWithin(toSensorM, filter.sensorDistance)
  );
}

function isLimited({ fromM, toM }: MetreRange): boolean {
  return fromM !== undefined || toM !== undefined;
}

/** An unknown value passes only an unlimited range. */
function isWithin(metres: number | undefined, range: MetreRange): boolean {
  if (!isLimited(range)) return true;
  if (metres === undefined) return false;
  return metres >= (range.fromM ?? -Infinity) && metres <= (range.toM ?? Infinity);
}

function hasText({ id, ua, operation }: Track, wanted: string): boolean {
  if (wanted === "") return true;
  if (!operation) return foldCase(`${id}\n${ua?.sensor_id ?? ""}`).includes(wanted);
  return searchTextOf(operation).includes(wanted);
}

const searched = new WeakMap<Operation, string>();

/** The text that the text filter searches. Cached per version of an operation, of which there are thousands. */
function searchTextOf(operation: Operation): string {
  const made = searched.get(operation);
  if (made !== undefined) return made;
  const texts = [
    ...operation.ua_identifiers.map(({ value }) => value),
    operation.uas_operator_id ?? "",
    ...operation.sensor_ids,
    ...operation.aircraft_models.flatMap(({ maker, model, type }) => [maker ?? "", model ?? "", type ?? ""]),
  ];
  const text = foldCase(texts.join("\n"));
  searched.set(operation, text);
  return text;
}
