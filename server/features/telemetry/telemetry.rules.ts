import { ALL_TIME } from "../../kernel/clock.ts";
import type { Format } from "../../contracts/formats.ts";
import type { TelemetryListQuery } from "../../contracts/telemetry.ts";
import type { Bbox } from "../../kernel/geo.ts";
import { areaKm2, parseBbox } from "../../kernel/geo.ts";
import { parseTime, type TimeRange } from "../../kernel/time-range.ts";

/**
 * The telemetry that a list request selects, after "Rules for telemetry requests" have been checked. At least one of
 * operation, identifier and region is set; all that are set must match.
 */
export type TelemetrySelection = {
  readonly operationId: string | null;
  readonly uasId: string | null;
  readonly bbox: Bbox | null;
  readonly range: TimeRange;
};

/** What is wrong with a parameter. */
export type Problem = { readonly name: string; readonly msg: string; readonly type: string };

export type SelectionResult =
  | { readonly kind: "selection"; readonly selection: TelemetrySelection }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

/** Maximum and default number of records of a list that is not streamed. */
export const JSON_LIMIT = 10_000;

/**
 * Rules 1 to 4: a time range and a region are required, except that an operation id needs neither and a UAS id only the
 * range; the area of the region is limited.
 */
export function selectTelemetry(query: TelemetryListQuery, nowMs: number, maxBboxKm2: number): SelectionResult {
  const problems: Problem[] = [];
  const operationId = nonEmpty(query.operation_id);
  const uasId = nonEmpty(query.uas_id);
  const range = readRange(query, nowMs, operationId !== undefined, problems);
  const bbox = readBbox(query, operationId === undefined && uasId === undefined, maxBboxKm2, problems);
  if (problems.length > 0) return { kind: "invalid", problems };
  return {
    kind: "selection",
    selection: { operationId: operationId ?? null, uasId: uasId ?? null, bbox, range },
  };
}

/** JSON lists have a maximum; streamed formats use the requested limit, or none. */
export function listLimit(
  query: TelemetryListQuery,
  representation: Format,
): { readonly kind: "limit"; readonly limit: number } | { readonly kind: "invalid"; readonly problem: Problem } {
  const asked = query.limit ?? undefined;
  if (representation !== "json") return { kind: "limit", limit: asked ?? Infinity };
  if (asked !== undefined && asked > JSON_LIMIT) {
    return {
      kind: "invalid",
      problem: problem("limit", "less_than_equal", `must be at most ${JSON_LIMIT}; ask for a streamed format for more`),
    };
  }
  return { kind: "limit", limit: asked ?? JSON_LIMIT };
}

function readRange(query: TelemetryListQuery, nowMs: number, isOptional: boolean, problems: Problem[]): TimeRange {
  const from = nonEmpty(query.from);
  const to = nonEmpty(query.to);
  let { fromMs, toMs } = isOptional ? ALL_TIME : { fromMs: ALL_TIME.fromMs, toMs: nowMs };
  if (from === undefined) {
    if (!isOptional) problems.push(problem("from", "missing", "is required unless operation_id is given"));
  } else {
    const parsed = parseTime(from, nowMs);
    if (parsed.kind === "time") fromMs = parsed.timeMs;
    else problems.push(problem("from", "datetime_or_duration", parsed.message));
  }
  if (to !== undefined) {
    const parsed = parseTime(to, nowMs);
    if (parsed.kind === "time") toMs = parsed.timeMs;
    else problems.push(problem("to", "datetime_or_duration", parsed.message));
  }
  if (fromMs > toMs && problems.length === 0) problems.push(problem("from", "range", "must not be later than to"));
  return { fromMs, toMs };
}

function readBbox(query: TelemetryListQuery, isRequired: boolean, maxKm2: number, problems: Problem[]): Bbox | null {
  const text = nonEmpty(query.bbox);
  if (text === undefined) {
    if (isRequired) problems.push(problem("bbox", "missing", "is required unless operation_id or uas_id is given"));
    return null;
  }
  const parsed = parseBbox(text);
  if (parsed.kind === "invalid") {
    problems.push(problem("bbox", "bbox", parsed.message));
    return null;
  }
  if (areaKm2(parsed.bbox) > maxKm2) {
    problems.push(
      problem(
        "bbox",
        "bbox_too_large",
        `covers more than ${maxKm2} km²; use the global last-telemetry endpoints or the live stream for large areas`,
      ),
    );
    return null;
  }
  return parsed.bbox;
}

function nonEmpty(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || text === "" ? undefined : text;
}

function problem(name: string, type: string, msg: string): Problem {
  return { name, msg, type };
}
