import { join } from "node:path";
import { encodeTelemetry } from "../../../server/export/encode-telemetry.ts";
import { createTelemetryReader } from "../../../server/features/telemetry/index.ts";
import type { TelemetryStream } from "../../../server/kernel/handler.ts";
import type { UaSlice } from "../../../server/kernel/telemetry.ts";
import { DATABASE_FILE } from "../../../server/storage/database-file.ts";
import { openReader } from "../../../server/storage/database.ts";
import { planOf, type Encoded } from "../export.plan.ts";
import { FIRST_MS } from "../flights.fixture.ts";
import { measureUsage, seconds, type ResourceUsage } from "../rounds.ts";
import { answerParent } from "./child.ts";

/** As the station reads a large export (server/app/threads/export.thread.ts). */
const ROWS_PER_READ = 1000;
const CHUNK_BYTES = 256 * 1024;

const [dataDir = ""] = process.argv.slice(2);
const db = openReader(join(dataDir, DATABASE_FILE));
const read = createTelemetryReader(db, ROWS_PER_READ);
const slicesInMemory = new Map<string, readonly UaSlice[]>();

const open = (encoded: Encoded): TelemetryStream => read(planOf(encoded), new AbortController().signal);

/** The minimum of work: records are read from the store and written. */
function encode(encoded: Encoded): Promise<ResourceUsage> {
  return measureUsage(() => encodeAll(open(encoded), encoded));
}

/** Seconds of the encoder alone. */
async function encodeFromMemory(encoded: Encoded): Promise<number> {
  const slices = slicesInMemory.get(encoded.format) ?? (await readIntoMemory(encoded));
  slicesInMemory.set(encoded.format, slices);
  return seconds(() => encodeAll({ record: "ua", slices: asyncOf(slices) }, encoded));
}

async function readIntoMemory(encoded: Encoded): Promise<readonly UaSlice[]> {
  const slices: UaSlice[] = [];
  for await (const slice of open(encoded).slices) slices.push(slice as UaSlice);
  return slices;
}

async function encodeAll(stream: TelemetryStream, { format }: Encoded): Promise<void> {
  const about = { name: "bench", generatedAtMs: FIRST_MS };
  for await (const chunk of encodeTelemetry(stream, format, about, { minBytes: CHUNK_BYTES })) void chunk;
}

async function* asyncOf<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

answerParent(
  {
    encode: (encoded) => encode(encoded as Encoded),
    encodeFromMemory: (encoded) => encodeFromMemory(encoded as Encoded),
  },
  async () => void db.close(),
);
