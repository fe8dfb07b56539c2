import type { Alert } from "../../contracts/alerts.ts";
import type { EvidenceRequest } from "../../contracts/evidence.ts";
import type { Flight } from "../../contracts/flights.ts";
import type { Operation } from "../../contracts/operations.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { EvidenceKey, EvidencePlan, ReportAlert, ReportOperation } from "../../kernel/evidence-plan.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { EvidenceDeps, EvidenceTrack } from "./evidence.deps.ts";

/** The most alerts, source intervals and flights in a pack; `about.json` says where a list was cut off. */
const MAX_LISTED = 10_000;

type RequestedPack = {
  readonly request: EvidenceRequest;
  readonly tracks: readonly EvidenceTrack[];
  readonly range: TimeRange;
  readonly caller: Principal;
  readonly signal: AbortSignal;
  readonly madeMs: number;
  readonly key: EvidenceKey;
};

type PackedAnnotation = {
  readonly operation_id: string;
  readonly author_id: string;
  readonly author: string | null;
  readonly note: string;
};

/** Everything of a pack that is not telemetry: small files, and their summary in the report. */
export async function collectContent(
  deps: EvidenceDeps,
  requested: RequestedPack,
): Promise<Pick<EvidencePlan, "texts"> & { readonly report: Omit<EvidencePlan["report"], "place"> }> {
  const { request, tracks, range, caller, madeMs, key } = requested;
  const operations = await readOperations(deps, requested);
  const alerts = request.with_alerts ? await readAlerts(deps, requested) : null;
  const annotations = request.with_alerts ? await readAnnotations(deps, requested, operations) : null;
  const flights = (await deps.listFlights(range, MAX_LISTED, caller)).filter(({ id }) => isRequested(requested, id));
  const intervals = deps.listSourceIntervals(range, MAX_LISTED).map(({ sourceId, name, state, fromMs, untilMs }) => ({
    source_id: sourceId,
    name,
    state,
    from: isoFromMs(Math.max(fromMs, range.fromMs)),
    to: isoFromMs(Math.min(untilMs, range.toMs)),
  }));
  const sources = deps.listSources().map(({ id, name, sensor_id, settings }) => ({
    id,
    name,
    sensor_id,
    kind: settings.kind,
  }));
  const fingerprint = deps.fingerprintOf(key.publicPem) ?? "";
  const madeBy = nameOf(deps, caller);
  const about = {
    title: request.title,
    station: "Fieldstation",
    made_at: isoFromMs(madeMs),
    made_by: madeBy,
    request,
    covers: { from: isoFromMs(range.fromMs), to: isoFromMs(range.toMs) },
    operations: operations.length,
    versions: Object.fromEntries(deps.versions),
    clocks: CLOCKS,
    key_fingerprint: fingerprint,
    is_complete: [alerts ?? [], flights, intervals].every(({ length }) => length < MAX_LISTED),
  };
  const texts = [
    { path: "about.json", text: jsonFile(about) },
    { path: "operations.ndjson", text: lines(operations) },
    { path: "sources.json", text: jsonFile({ sources, intervals, sensors: sensorsOf(tracks) }) },
    ...(alerts === null ? [] : [{ path: "alerts.ndjson", text: lines(alerts) }]),
    ...(annotations === null ? [] : [{ path: "notes.ndjson", text: lines(annotations) }]),
    { path: "flights.ndjson", text: lines(flights) },
  ];
  return {
    texts,
    report: {
      station: "Fieldstation",
      madeBy,
      keyFingerprint: fingerprint,
      operations: operations.map(toReportOperation),
      alerts: alerts?.map(toReportAlert) ?? null,
      annotations:
        annotations?.map(({ operation_id, author, note }) => ({
          operationId: operation_id,
          author: author ?? "unknown",
          note,
        })) ?? null,
      sources: intervals,
      flights: flights.map(toReportFlight),
      versions: deps.versions,
    },
  };
}

const CLOCKS = {
  timestamp: "When the receiver received it (the capture time); the station's clock where a receiver has none.",
  aircraft_timestamp: "The time that the aircraft stated; often wrong, never used for an order.",
  received_at: "When the station took it in, by the clock of its computer.",
  time_zone: "All times are UTC.",
};

async function readOperations(
  deps: EvidenceDeps,
  { tracks, caller, signal }: RequestedPack,
): Promise<readonly Operation[]> {
  const found: Operation[] = [];
  for (const id of new Set(tracks.map(({ operationId }) => operationId))) {
    const operation = await deps.findOperation(id, caller);
    if (operation !== undefined) found.push(operation);
    await yieldToEventLoop(signal);
  }
  return found;
}

/** Alerts about the operations of the pack, and about sensors that received them. */
async function readAlerts(deps: EvidenceDeps, requested: RequestedPack): Promise<readonly Alert[]> {
  const sensors = new Set(requested.tracks.map(({ sensorId }) => sensorId));
  const alerts = await deps.listAlerts(requested.range, MAX_LISTED, requested.caller);
  return alerts
    .filter(({ operation_id: operation, sensor_id: sensor }) =>
      operation === null ? sensor !== null && sensors.has(sensor) : isRequested(requested, operation),
    )
    .toReversed();
}

async function readAnnotations(
  deps: EvidenceDeps,
  { caller, signal }: RequestedPack,
  operations: readonly Operation[],
): Promise<readonly PackedAnnotation[]> {
  const annotations: PackedAnnotation[] = [];
  for (const { id } of operations) {
    for (const { owner_id: author, note } of await deps.listAnnotations(id, caller)) {
      if (note !== null) annotations.push({ operation_id: id, author_id: author, author: deps.findName(author), note });
    }
    await yieldToEventLoop(signal);
  }
  return annotations;
}

/** Whether an item of an operation or flight belongs in the pack. */
function isRequested({ tracks, request }: RequestedPack, operationId: string): boolean {
  if (request.operations === undefined && request.bbox === undefined) return true;
  return tracks.some((track) => track.operationId === operationId || track.suboperationId === operationId);
}

function sensorsOf(tracks: readonly EvidenceTrack[]) {
  return [...Map.groupBy(tracks, ({ sensorId }) => sensorId)].map(([sensorId, own]) => ({
    sensor_id: sensorId.toWellFormed(),
    suboperations: own.map(({ suboperationId }) => suboperationId),
  }));
}

function nameOf(deps: EvidenceDeps, { userId }: Principal): string {
  return userId === LOCAL_OPERATOR.userId ? "the local operator" : (deps.findName(userId) ?? userId);
}

function toReportOperation(operation: Operation): ReportOperation {
  const [model] = operation.aircraft_models;
  return {
    id: operation.id,
    identifiers: operation.ua_identifiers.map(({ value }) => value),
    operatorId: operation.uas_operator_id,
    model: [model?.maker, model?.model].filter((part) => part !== null && part !== undefined).join(" ") || null,
    sensors: operation.sensor_ids,
    technologies: operation.transmission_technologies,
    warnings: operation.warnings.map(({ msg }) => msg),
  };
}

function toReportAlert({ rule_name, severity, began_at, ended_at, ...alert }: Alert): ReportAlert {
  const by = alert.acknowledged_by;
  return {
    rule: rule_name,
    severity,
    began: began_at,
    ended: ended_at,
    about: alert.detail.identifier ?? alert.operation_id ?? alert.sensor_id ?? "",
    acknowledged:
      by === null
        ? null
        : [by.name ?? by.id, alert.acknowledged_at, alert.note].filter((part) => part !== null).join(", "),
  };
}

function toReportFlight({ id, callsign_used, device, date_started, date_finished }: Flight) {
  return { id, name: callsign_used ?? device?.name ?? "Flight", began: date_started, ended: date_finished };
}

function jsonFile(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function lines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
