import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
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
import { createCore } from "../compose/core.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/log.ts";
import type { RemoteStation } from "./remote-station.ts";
import { fetchFromStation } from "./remote-station.ts";

export type ExportOptions = {
  readonly operation: string;
  readonly format: Format;
  readonly record: ListedRecord;
  readonly output?: string;
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly spatialite?: string;
  readonly json: boolean;
  readonly logLevel: LogLevel;
};

/** Writes the telemetry of an operation as the API would return it. The file gets its name only when it is complete. */
export async function exportCommand(options: ExportOptions): Promise<number> {
  const { operation, record, format, output, url, token } = options;
  const bytes = url === undefined ? await exportLocally(options) : await exportRemotely({ url, token }, options);
  const summary = `${JSON.stringify({ operation, record, format, file: output ?? null, bytes })}\n`;
  // Without a file, standard output is the export itself, so the summary goes to standard error.
  if (options.json) (output === undefined ? process.stderr : process.stdout).write(summary);
  return 0;
}

async function exportLocally(options: ExportOptions): Promise<number> {
  const store = openStore({ dataDir: options.data, spatialite: options.spatialite });
  try {
    const core = createCore({
      store,
      clock: systemClock,
      ids: systemIds,
      log: createLog(options.logLevel),
      observer: {},
    });
    const operation = core.operations.service.find(options.operation, null, LOCAL_OPERATOR);
    if (operation === undefined) throw new Error(`There is no operation ${options.operation} in ${options.data}.`);
    const stream = await requestTelemetry(core, options);
    const about = { name: operation.ua_identifiers[0]?.value ?? operation.id, generatedAtMs: systemClock.now() };
    const bytes = Readable.from(encodeTelemetry(stream, options.format, about), { objectMode: false });
    return await write(bytes, options.output);
  } finally {
    store.close();
  }
}

async function exportRemotely(
  station: RemoteStation,
  { operation, record, format, output }: ExportOptions,
): Promise<number> {
  await fetchFromStation(station, `/v2/airspace/operations/${encodeURIComponent(operation)}`);
  const query = new URLSearchParams({ operation_id: operation });
  // The API limits the length of a JSON list but not of NDJSON; the file must hold everything.
  const accept = FORMATS[format === "json" ? "ndjson" : format].mediaType;
  const response = await fetchFromStation(station, `/v2/airspace/telemetry/${record}?${query}`, { accept });
  const bytes = Readable.fromWeb(response.body!);
  return await write(format === "json" ? Readable.from(asJsonArray(bytes)) : bytes, output);
}

/** Resolves with the number of bytes written. */
async function write(bytes: Readable, output: string | undefined): Promise<number> {
  let written = 0;
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      written += chunk.length;
      done(null, chunk);
    },
  });
  if (output === undefined) await pipeline(bytes, counter, process.stdout, { end: false });
  else await writeWhole(bytes, counter, output);
  return written;
}

async function requestTelemetry(core: Core, options: ExportOptions): Promise<TelemetryStream> {
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

async function writeWhole(bytes: Readable, counter: Transform, output: string): Promise<void> {
  const partial = `${output}.part`;
  try {
    await pipeline(bytes, counter, createWriteStream(partial));
    await rename(partial, output);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
