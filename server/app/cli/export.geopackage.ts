import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { type Operation, OperationListQuery } from "../../contracts/operations.ts";
import { type OperatorTelemetry, TelemetryListQuery, type UaTelemetry } from "../../contracts/telemetry.ts";
import type { ExportedTrack } from "../../export/geopackage/layers.ts";
import { type GeoPackageCounts, type TrackRecords, writeGeoPackage } from "../../export/geopackage/write-geopackage.ts";
import { systemClock } from "../../kernel/clock.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { toOperatorTelemetry, toUaTelemetry } from "../../kernel/telemetry-records.ts";
import type { Slice, TrackOrigin } from "../../kernel/telemetry.ts";
import type { Core } from "../compose/core.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";

/** What is exported: one operation, those that match, or everything. With a time range, only the records in it. */
export type GeoPackageSelection = {
  readonly operation?: string;
  readonly from?: string;
  readonly to?: string;
  readonly bbox?: string;
  readonly sensor?: string;
  readonly search?: string;
};

/** The requests of the API that an export is made of. */
export type TelemetryApi = {
  readonly findOperation: (id: string) => Promise<Operation>;
  readonly listOperations: (query: Readonly<Record<string, string>>) => Promise<readonly Operation[]>;
  readonly aircraft: (query: Readonly<Record<string, string>>) => AsyncIterable<readonly UaTelemetry[]>;
  readonly operators: (query: Readonly<Record<string, string>>) => AsyncIterable<readonly OperatorTelemetry[]>;
};

const PAGE = 200;
/** From before to after every time that a record can have. */
const ALWAYS = { from: "1900-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" };
/** Records of a running station that are written at once. */
const SLICE = 200;

/** Resolves with the number of rows of each layer. An interruption leaves no file. */
export async function exportGeoPackage(
  api: TelemetryApi,
  selection: GeoPackageSelection,
  output: string,
  signal: AbortSignal,
): Promise<Readonly<GeoPackageCounts>> {
  const progress = countsLine();
  const counts = await writeGeoPackage(output, tracksOf(api, selection), {
    changedAtMs: systemClock.now(),
    onProgress: progress,
    signal,
  });
  if (process.stderr.isTTY) process.stderr.write("\n");
  return counts;
}

async function* tracksOf(api: TelemetryApi, selection: GeoPackageSelection): AsyncGenerator<TrackRecords> {
  const { from, to } = selection;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  for await (const operation of operationsOf(api, selection)) {
    for (const suboperation of operation.suboperations) {
      const query = { ...range, operation_id: suboperation.id };
      yield {
        track: trackOf(operation, suboperation),
        aircraft: api.aircraft(query),
        operators: api.operators(query),
      };
    }
  }
}

async function* operationsOf(api: TelemetryApi, selection: GeoPackageSelection): AsyncGenerator<Operation> {
  const { operation, from, to, bbox, sensor, search } = selection;
  if (operation !== undefined) {
    yield await api.findOperation(operation);
    return;
  }
  const filter = {
    from: from ?? ALWAYS.from,
    to: to ?? ALWAYS.to,
    ...(bbox !== undefined && { bbox }),
    ...(sensor !== undefined && { sensor_id: sensor }),
    ...(search !== undefined && { search }),
  };
  for (let offset = 0; ; offset += PAGE) {
    const page = await api.listOperations({ ...filter, limit: String(PAGE), offset: String(offset) });
    yield* page;
    if (page.length < PAGE) return;
  }
}

function trackOf(operation: Operation, suboperation: Operation["suboperations"][number]): ExportedTrack {
  const byType = Map.groupBy(operation.ua_identifiers, ({ type }) => type);
  return {
    operationId: operation.id,
    suboperationId: suboperation.id,
    sensorId: suboperation.sensor_id,
    stationId: suboperation.station_id ?? null,
    technology: suboperation.transmission_technology,
    identifiers: new Map([...byType].map(([type, all]) => [type, all.map(({ value }) => value).join(";")])),
    operatorId: operation.uas_operator_id,
  };
}

/** The API on a data directory that no station is using. */
export function localTelemetryApi(core: Core, signal: AbortSignal): TelemetryApi {
  const call = { principal: LOCAL_OPERATOR, params: undefined, body: undefined, signal } as const;
  const telemetryCall = (query: object) => ({
    ...call,
    query: TelemetryListQuery.parse(query),
    representation: "ndjson" as const,
  });
  return {
    async findOperation(id) {
      const found = core.operations.service.find(id, null, LOCAL_OPERATOR);
      if (found === undefined) throw new Error(`There is no operation ${id}.`);
      return found;
    },
    async listOperations(query) {
      const listed = await core.operations.service.list(OperationListQuery.parse(query), LOCAL_OPERATOR, signal);
      if (listed.kind === "invalid") throw new Error(sentencesOf(listed.problems));
      return listed.operations;
    },
    async *aircraft(query) {
      const reply = await core.telemetry.handlers.listUaTelemetry(telemetryCall(query));
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      yield* recordsOf(reply.stream.slices, toUaTelemetry);
    },
    async *operators(query) {
      const reply = await core.telemetry.handlers.listOperatorTelemetry(telemetryCall(query));
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      yield* recordsOf(reply.stream.slices, toOperatorTelemetry);
    },
  };
}

/** The API of a running station, with the rights of the token. */
export function remoteTelemetryApi(station: RemoteStation, signal: AbortSignal): TelemetryApi {
  const get = async (path: string, query: Readonly<Record<string, string>>, accept = "application/json") =>
    fetchFromStation(station, `${path}?${new URLSearchParams(query)}`, { accept, signal });
  async function* lines<R>(path: string, query: Readonly<Record<string, string>>): AsyncGenerator<readonly R[]> {
    const response = await get(path, query, "application/x-ndjson");
    let slice: R[] = [];
    for await (const line of createInterface({ input: Readable.fromWeb(response.body!), crlfDelay: Infinity })) {
      slice.push(JSON.parse(line) as R);
      if (slice.length < SLICE) continue;
      yield slice;
      slice = [];
    }
    if (slice.length > 0) yield slice;
  }
  return {
    findOperation: async (id) =>
      (await (await get(`/v2/airspace/operations/${encodeURIComponent(id)}`, {})).json()) as Operation,
    listOperations: async (query) => (await (await get("/v2/airspace/operations", query)).json()) as Operation[],
    aircraft: (query) => lines<UaTelemetry>("/v2/airspace/telemetry/ua", query),
    operators: (query) => lines<OperatorTelemetry>("/v2/airspace/telemetry/operator", query),
  };
}

async function* recordsOf<P, R>(
  slices: AsyncIterable<Slice<P>>,
  toRecord: (point: P, origin: TrackOrigin) => R,
): AsyncGenerator<readonly R[]> {
  for await (const { points, origins } of slices) {
    yield points.map((point) => toRecord(point, origins.get(point.track)!));
  }
}

function sentencesOf(problems: readonly { readonly name: string; readonly msg: string }[]): string {
  return problems.map(({ name, msg }) => `--${name} ${msg}.`).join("\n");
}

/** Overwrites one line of standard error, only if that is a terminal. */
function countsLine(): (counts: Readonly<GeoPackageCounts>) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return ({ tracks, aircraftPoints, operatorPoints }) => {
    process.stderr.write(`\r${tracks} tracks, ${aircraftPoints + operatorPoints} records`);
  };
}
