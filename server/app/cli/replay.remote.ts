import { basename, extname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { Operation } from "../../contracts/operations.ts";
import { Source } from "../../contracts/sources.ts";
import { SourceFailure } from "../../ingest/source.failure.ts";
import { uasIdOf } from "../../kernel/uas-id.ts";
import type { RemoteStation } from "./remote-station.ts";
import { fetchFromStation } from "./remote-station.ts";
import type { Attempt, ReplaySummary } from "./replay.summary.ts";
import { progressLine } from "./replay.summary.ts";

const POLL_MS = 250;

/** Has a running station on this computer replay recordings: each as a separate source that is removed at its end. */
export async function replayRemotely(
  station: RemoteStation,
  files: readonly string[],
  options: {
    readonly sensor?: string;
    readonly speed: number;
    readonly attempt: Attempt;
    readonly signal: AbortSignal;
  },
): Promise<ReplaySummary> {
  const refused: Record<string, number> = {};
  const onRefused = (counts: Source["refused"]) => {
    for (const [reason, count] of Object.entries(counts)) refused[reason] = (refused[reason] ?? 0) + count;
  };
  const operations = new Map<string, ReplaySummary["operations"][number]>();
  let read = 0;
  for (const file of files) {
    const sensorId = options.sensor ?? (basename(file, extname(file)) || "replay");
    const source = await options.attempt(() => replayOne(station, file, sensorId, { ...options, onRefused }));
    if (source === undefined) continue;
    read++;
    for (const operation of await operationsOf(station, sensorId)) operations.set(operation.id, operation);
  }
  const found = [...operations.values()];
  return {
    files: read,
    records: found.reduce((sum, { records }) => sum + records, 0),
    refused,
    operations: found,
  };
}

async function replayOne(
  station: RemoteStation,
  path: string,
  sensorId: string,
  options: {
    readonly speed: number;
    readonly onRefused: (counts: Source["refused"]) => void;
    readonly signal: AbortSignal;
  },
): Promise<Source> {
  const body = { name: basename(path), sensor_id: sensorId, settings: { kind: "file", path, speed: options.speed } };
  const created = Source.parse(
    await (await fetchFromStation(station, "/station/v1/sources", { method: "POST", body })).json(),
  );
  const progress = progressLine(basename(path));
  try {
    for (;;) {
      options.signal.throwIfAborted();
      const sources = z.array(Source).parse(await (await fetchFromStation(station, "/station/v1/sources")).json());
      const now = sources.find(({ id }) => id === created.id);
      if (now === undefined) throw new Error(`The source of ${basename(path)} was removed while it was replayed.`);
      progress(now.progress ?? 0);
      if (now.state === "finished" || now.state === "waiting") options.onRefused(now.refused);
      if (now.state === "finished") return now;
      if (now.state === "waiting") {
        throw new SourceFailure(now.last_error ?? `${basename(path)} could not be replayed.`, { isPersistent: true });
      }
      await pause(POLL_MS, undefined, { signal: options.signal });
    }
  } finally {
    await fetchFromStation(station, `/station/v1/sources/${created.id}`, { method: "DELETE" });
  }
}

async function operationsOf(station: RemoteStation, sensorId: string): Promise<ReplaySummary["operations"]> {
  const query = new URLSearchParams({ from: "1970-01-01T00:00:00Z", sensor_id: sensorId, limit: "1000" });
  const found = await (await fetchFromStation(station, `/v2/airspace/operations?${query}`)).json();
  return z
    .array(Operation)
    .parse(found)
    .map((operation) => ({
      id: operation.id,
      uas_id: uasIdOf(operation.ua_identifiers),
      records: operation.suboperations
        .filter(({ sensor_id: sensor }) => sensor === sensorId)
        .reduce((sum, { message_count: count }) => sum + count, 0),
    }));
}
