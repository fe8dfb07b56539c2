import type { OperationListQuery } from "../../../contracts/operations.ts";
import type { Viewer } from "../../../kernel/access.ts";
import { type Bbox, parseBbox } from "../../../kernel/geo.ts";
import { parseTime } from "../../../kernel/time-range.ts";
import type { OperationFilter } from "./operation.search.store.ts";
import type { StatisticsLimits } from "./query.deps.ts";

const DEFAULT_LIMIT = 100;

export type Problem = { readonly name: string; readonly type: string; readonly msg: string };

/** The requested filter; what lies inside the box is not looked up yet. */
export type RequestedFilter = Omit<OperationFilter, "suboperations"> & { readonly bbox: Bbox | null };

export type FilterResult =
  | { readonly kind: "filter"; readonly filter: RequestedFilter; readonly limits: StatisticsLimits | null }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

/** Reads the parameters of the list; all problems are reported together. */
export function readFilter(query: OperationListQuery, viewer: Viewer, nowMs: number): FilterResult {
  const problems: Problem[] = [];
  const time = (name: "from" | "to", text: string | null | undefined): number => {
    if (text === null || text === undefined || text === "") {
      if (name === "from") problems.push({ name, type: "missing", msg: "is required" });
      return nowMs;
    }
    const parsed = parseTime(text, nowMs);
    if (parsed.kind === "time") return parsed.timeMs;
    problems.push({ name, type: "datetime_or_duration", msg: parsed.message });
    return nowMs;
  };
  const range = { fromMs: time("from", query.from), toMs: time("to", query.to) };
  if (problems.length === 0 && range.fromMs > range.toMs) {
    problems.push({ name: "from", type: "range", msg: "must not be later than to" });
  }
  const bbox = query.bbox ? parseBbox(query.bbox) : null;
  if (bbox?.kind === "invalid") problems.push({ name: "bbox", type: "bbox", msg: bbox.message });
  if (problems.length > 0) return { kind: "invalid", problems };
  return {
    kind: "filter",
    filter: {
      viewer,
      range,
      bbox: bbox?.kind === "bbox" ? bbox.bbox : null,
      sensorId: query.sensor_id || query.source_id || null,
      sourceType: query.source_type || null,
      technologies: query.transmission_technology ?? null,
      search: query.search || null,
      seen: query.seen ?? null,
      ownership: query.ownership ?? null,
      isDescending: query.order === "-time",
      limit: query.limit ?? DEFAULT_LIMIT,
      offset: query.offset,
    },
    limits: limitsOf(query),
  };
}

/** `null` when no limit is set, so that no statistics are computed. */
function limitsOf(query: OperationListQuery): StatisticsLimits | null {
  const limits: StatisticsLimits = {
    atoFromM: query.ato_from ?? null,
    atoToM: query.ato_to ?? null,
    operatorFromM: query.operator_distance_from ?? null,
    operatorToM: query.operator_distance_to ?? null,
    sensorFromM: query.sensor_distance_from ?? null,
    sensorToM: query.sensor_distance_to ?? null,
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}
