import { accessSync, constants, createReadStream, openAsBlob, statSync } from "node:fs";
import { basename } from "node:path";
import { FlightImport } from "../../contracts/flight-import.ts";
import { createTrackLineUpdater } from "../recording/track-lines.job.ts";
import type { LogLevel } from "../station/config.ts";
import { getOwner } from "./owner.ts";
import { fetchFromStation } from "./remote-station.ts";
import type { ReplaySummary } from "./replay.summary.ts";
import { printSummary } from "./replay.summary.ts";
import { runWithInterrupt } from "./with-interrupt.ts";
import { runWithRecording } from "./with-recording.ts";

export type ImportOptions = {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly user?: string;
  readonly visibility?: "public" | "private";
  readonly utcOffset: number;
  /** When the flights began, for logs without a date. */
  readonly started?: string;
  readonly json: boolean;
  readonly spatialite?: string;
  readonly logLevel: LogLevel;
};

type Imported =
  | { readonly kind: "read"; readonly summary: FlightImport }
  | { readonly kind: "refused"; readonly msg: string };
type ImportFile = (path: string, signal: AbortSignal) => Promise<Imported>;

/**
 * Imports flight logs into a data directory that no server is using, or uploads them to a running station. A file that
 * cannot be read does not prevent the others from being imported; the exit code is 0 only when all of them were.
 */
export function importCommand(files: readonly string[], options: ImportOptions): Promise<number> {
  return runWithInterrupt("The import was interrupted; what it had taken is stored.", async (signal) => {
    const take = async (importFile: ImportFile) => {
      const imported: Imported[] = [];
      for (const file of files) {
        const one = unopened(file) ?? (await importFile(file, signal));
        const lines = one.kind === "refused" ? [one.msg] : notesOf(one.summary);
        for (const line of lines) process.stderr.write(`${basename(file)}: ${line}\n`);
        imported.push(one);
      }
      return imported;
    };
    const imported =
      options.url === undefined ? await runWithLocalImport(options, take) : await take(remoteImport(options));
    printSummary(summaryOf(imported), options.json);
    return imported.every(({ kind }) => kind === "read") ? 0 : 1;
  });
}

/** Why a file cannot be opened; the others are imported nevertheless. */
function unopened(path: string): Imported | undefined {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory()
      ? { kind: "refused", msg: "This is a folder; name the files in it." }
      : undefined;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { kind: "refused", msg: isMissing ? "There is no such file." : "The file may not be read." };
  }
}

const DROP_REASONS: Readonly<Record<string, string>> = {
  no_fix: "without a fix",
  no_time: "without a time, beside others that have one",
  same_time: "that others of the same time replace",
  absurd_time: "at times that cannot be",
  out_of_range: "at places that cannot be",
  not_aircraft: "of other things than the aircraft",
  bad_checksum: "with a wrong checksum",
  waypoint: "that are waypoints and not of a track",
  unreadable: "damaged",
};

/** The notes of an import and the points that were left out, a sentence each. */
function notesOf({ dropped, notes }: FlightImport): readonly string[] {
  const left = Object.entries(dropped).map(([reason, count]) => {
    const points = count === 1 ? "1 point is" : `${count} points are`;
    return `${points} left out: ${DROP_REASONS[reason] ?? reason.replaceAll("_", " ")} (${reason}).`;
  });
  return [...notes, ...left];
}

function summaryOf(imported: readonly Imported[]): ReplaySummary {
  const summaries = imported.flatMap((one) => (one.kind === "read" ? one.summary : []));
  const refused: Record<string, number> = {};
  for (const { dropped } of summaries) {
    for (const [reason, count] of Object.entries(dropped)) refused[reason] = (refused[reason] ?? 0) + count;
  }
  const operations = summaries.flatMap(({ flights }) =>
    flights.map(({ id, serial_number, points }) => ({ id: id ?? "", uas_id: serial_number, records: points })),
  );
  const records = operations.reduce((sum, operation) => sum + operation.records, 0);
  return { files: summaries.length, records, refused, operations };
}

function remoteImport({ url = "", token, visibility, utcOffset, started }: ImportOptions): ImportFile {
  return async (path) => {
    const query = new URLSearchParams({
      utc_offset: String(utcOffset),
      source_name: basename(path),
      ...(visibility && { visibility }),
      ...(started !== undefined && { started }),
    });
    const file = await openAsBlob(path);
    try {
      const answer = await fetchFromStation({ url, token }, `/station/v1/flight-imports?${query}`, {
        method: "POST",
        file,
      });
      return { kind: "read", summary: FlightImport.parse(await answer.json()) };
    } catch (error) {
      return { kind: "refused", msg: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** Imports into a data directory, and returns when all is on disk. */
function runWithLocalImport<T>(options: ImportOptions, use: (importFile: ImportFile) => Promise<T>): Promise<T> {
  return runWithRecording(options, async ({ common, core, accounts, accountData }) => {
    const { importFlights, processing } = accountData;
    const caller = getOwner(accounts, options.user);
    try {
      return await use(async (path, signal) => {
        const outcome = await importFlights(
          createReadStream(path),
          {
            isPreview: false,
            aircraft: null,
            device: null,
            visibility: options.visibility ?? null,
            startMs: options.started === undefined ? null : Date.parse(options.started),
            sourceName: basename(path),
            utcOffsetMinutes: options.utcOffset,
          },
          caller,
          signal,
        );
        if (outcome.kind === "read") return outcome;
        const { field, msg } = outcome;
        return { kind: "refused", msg: field === null ? msg : `${field}: ${msg}` };
      });
    } finally {
      await processing.settled();
      await createTrackLineUpdater(core, common.clock).update(new AbortController().signal, { isLast: true });
    }
  });
}
