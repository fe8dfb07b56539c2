import { foldCase } from "../../../../../server/contracts/fold-case.ts";
import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { Track } from "../../tracks/track-collection.ts";
import type { TrackReader } from "../../tracks/track-source.ts";
import type { MetreRange, OperationFilter } from "./operation-filter.ts";

/** Whether a track passes. Created once per filter, called once per aircraft. */
export type FilterMatch = (track: Track) => boolean;

/** What only the station knows about operations, by their ids; undefined where it was not asked. */
export interface StationMatches {
  /** Those that pass the rules that the station applies. */
  readonly passing?: ReadonlySet<string>;
  /** Those of the person who asks. */
  readonly own?: ReadonlySet<string>;
}

/**
 * The rules of the station's operation list, applied here to the live map. What only the station knows (who may see it, which
 * heights and distances were reached before, whose it is) comes with `known`.
 */
export function matchOf(filter: OperationFilter, collection: TrackReader, known: StationMatches = {}): FilterMatch {
  const wanted = foldCase(filter.text.trim());
  return (track) =>
    hasText(track, wanted) &&
    matchesOperation(track.operation, filter) &&
    matchesRanges(track, filter, collection, known);
}

/** Whether the station must be asked what passes, because the current record of an aircraft is not enough. */
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
  // Until it is known which are one's own, none is said to be another's.
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
