import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { FORMATS, type Format } from "../../contracts/formats.ts";
import { TelemetryListQuery, telemetryRoutes } from "../../contracts/telemetry.ts";
import { encodeTelemetry } from "../../export/encode-telemetry.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import type { ListedRecord } from "../../kernel/telemetry-plan.ts";
import { systemIds } from "../../kernel/ids.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { openStore } from "../../storage/database.ts";
import type { Core } from "../compose/core.ts";
import { composeCore } from "../compose/core.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/stderr-log.ts";
import type { ExportFormat } from "./export.formats.ts";
import {
  exportGeoPackage,
  type GeoPackageSelection,
  localTelemetryApi,
  remoteTelemetryApi,
  type TelemetryApi,
} from "./export.geopackage.ts";
import type { RemoteStation } from "./remote-station.ts";
import { fetchFromStation } from "./remote-station.ts";
import { runWithInterrupt } from "./with-interrupt.ts";
import { writeOutput } from "./write-output.ts";

export type ExportOptions = GeoPackageSelection & {
  readonly format: ExportFormat;
  readonly record: ListedRecord;
  readonly all: boolean;
  readonly output?: string;
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly spatialite?: string;
  readonly json: boolean;
  readonly logLevel: LogLevel;
};

/** For one operation, in a format of the API. */
type DocumentOptions = ExportOptions & { readonly operation: string; readonly format: Format };

/** Writes the telemetry of an operation as the API would return it. The file gets its name only when it is complete. */
export async function exportCommand(options: ExportOptions): Promise<number> {
  const { format, operation, record, output } = options;
  const problem = problemOf(options);
  if (problem !== undefined) throw new Error(problem);
  if (format === "gpkg") return await exportAsGeoPackage(options);
  const bytes = await exportDocument({ ...options, format, operation: operation! });
  const summary = `${JSON.stringify({ operation, record, format, file: output ?? null, bytes })}\n`;
  // Without a file, standard output is the export itself, so the summary goes to standard error.
  if (options.json) (output === undefined ? process.stderr : process.stdout).write(summary);
  return 0;
}

/** The options that cannot be combined, as a sentence. */
function problemOf({ format, operation, output, all, ...filter }: ExportOptions): string | undefined {
  const { from, to, bbox, sensor, search } = filter;
  const isChosenBySearch = [bbox, sensor, search].some((one) => one !== undefined);
  const isFiltered = isChosenBySearch || from !== undefined || to !== undefined;
  if (format !== "gpkg") {
    if (operation === undefined) return "Name the operation with --operation.";
    return isFiltered || all ? "A filter and --all are for --format gpkg only." : undefined;
  }
  if (output === undefined) return "A GeoPackage is a file of several layers: name it with --output.";
  if (operation !== undefined && (isChosenBySearch || all))
    return "With --operation, only --from and --to can be given.";
  if (all && isFiltered) return "Give a filter or --all, not both.";
  if (operation === undefined && !isFiltered && !all) return "Name what to export: --operation, a filter, or --all.";
  return undefined;
}

function exportAsGeoPackage(options: ExportOptions): Promise<number> {
  const { url, token, output = "" } = options;
  return runWithInterrupt("Interrupted; nothing was written.", async (signal) => {
    const write = (api: TelemetryApi) => exportGeoPackage(api, options, output, signal);
    const counts =
      url === undefined
        ? await withLocalCore(options, (core) => write(localTelemetryApi(core, signal)))
        : await write(remoteTelemetryApi({ url, token }, signal));
    const { tracks, aircraftPoints, operatorPoints } = counts;
    const summary = {
      format: "gpkg",
      file: output,
      tracks,
      aircraft_points: aircraftPoints,
      operator_points: operatorPoints,
    };
    if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
    return 0;
  });
}

function exportDocument(options: DocumentOptions): Promise<number> {
  const { url, token } = options;
  return url === undefined ? exportLocally(options) : exportRemotely({ url, token }, options);
}

/** Opens a recording that no station is using. */
async function withLocalCore<T>(options: ExportOptions, work: (core: Core) => Promise<T>): Promise<T> {
  const store = openStore({ dataDir: options.data, spatialite: options.spatialite });
  try {
    return await work(
      composeCore({ store, clock: systemClock, ids: systemIds, log: createLog(options.logLevel), observer: {} }),
    );
  } finally {
    store.close();
  }
}

function exportLocally(options: DocumentOptions): Promise<number> {
  return withLocalCore(options, async (core) => {
    const operation = core.operations.service.find(options.operation, null, LOCAL_OPERATOR);
    if (operation === undefined) throw new Error(`There is no operation ${options.operation} in ${options.data}.`);
    const stream = await requestTelemetry(core, options);
    const about = { name: operation.ua_identifiers[0]?.value ?? operation.id, generatedAtMs: systemClock.now() };
    const bytes = Readable.from(encodeTelemetry(stream, options.format, about), { objectMode: false });
    return await writeOutput(bytes, { path: options.output });
  });
}

async function exportRemotely(
  station: RemoteStation,
  { operation, record, format, output }: DocumentOptions,
): Promise<number> {
  await fetchFromStation(station, `/v2/airspace/operations/${encodeURIComponent(operation)}`);
  const query = new URLSearchParams({ operation_id: operation });
  // The API limits the length of a JSON list but not of NDJSON; the file must hold everything.
  const accept = FORMATS[format === "json" ? "ndjson" : format].mediaType;
  const response = await fetchFromStation(station, `/v2/airspace/telemetry/${record}?${query}`, { accept });
  const bytes = Readable.fromWeb(response.body!);
  return await writeOutput(format === "json" ? Readable.from(asJsonArray(bytes)) : bytes, { path: output });
}

async function requestTelemetry(core: Core, options: DocumentOptions): Promise<TelemetryStream> {
  const call = {
    principal: LOCAL_OPERATOR,
    params: undefined,
    body: undefined,
    query: TelemetryListQuery.parse({ operation_id: options.operation }),
    // The API limits the length of a JSON list but not of NDJSON; the file must hold everything.
    representation: options.format === "json" ? "ndjson" : options.format,
    signal: new AbortController().signal,
  };
  const { handlers } = core.telemetry;
  const handlerOf = {
    ua: () => handlers.listUaTelemetry(call),
    operator: () => handlers.listOperatorTelemetry(call),
    system: () => handlers.listSystemTelemetry(call),
  };
  const reply = await handlerOf[options.record]();
  if (reply.status !== 200) throw new Error(`${telemetryRoutes.listUaTelemetry.summary} could not be read.`);
  return reply.stream;
}

async function* asJsonArray(lines: Readable): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    yield `${separator}${line}`;
    separator = ",\n";
  }
  yield separator === ",\n" ? "\n]\n" : "[\n]\n";
}
