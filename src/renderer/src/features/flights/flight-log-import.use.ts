import { computed, type ComputedRef, onScopeDispose, shallowRef, type ShallowRef } from "vue";
import type { FlightImport } from "../../../../../server/contracts/flight-import.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { countedWork } from "../../api/page-work.ts";
import { type ApiResult, routes } from "../../api/station.client.ts";
import { type UploadProgress, useUpload } from "../../api/upload.use.ts";

/** A chosen log, and what the station has found in it; undefined while it is being read. */
export interface ChosenFlightLog {
  readonly file: File;
  readonly answer: ApiResult<FlightImport> | undefined;
  /** Why the log, which could be read before, cannot be imported with the current options. */
  readonly refusal?: ApiResult<FlightImport>;
}

/** The person's additions to the data of the logs. */
export interface FlightLogOptions {
  readonly aircraft: string;
  readonly device: string;
  /** Zone of clocks without one, minutes east of UTC. */
  readonly offsetMinutes: number;
  /** ISO 8601 in UTC; empty until it is given. For logs without a date. */
  readonly started: string;
}

/** The progress of the import, in logs. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

export interface StoredFlightLogs {
  /** How many flights that are new were stored. */
  readonly flights: number;
  /** Whether it was cancelled before all were stored. */
  readonly isCancelled: boolean;
}

export interface FlightLogImport {
  readonly logs: Readonly<ShallowRef<readonly ChosenFlightLog[]>>;
  /** Undefined while nothing is being stored. */
  readonly progress: Readonly<ShallowRef<ImportProgress | undefined>>;
  /** The log that is being sent to the station, or read by it. */
  readonly uploading: Readonly<ShallowRef<UploadProgress | undefined>>;
  /** Flights that are not on the station yet. */
  readonly newFlights: ComputedRef<number>;
  /** The tracks that were found, of flights that are new and of known ones. */
  readonly lines: ComputedRef<readonly (readonly LatLon[])[]>;
  /** Reads files one after the other, and stores nothing. */
  preview(files: readonly File[], options: FlightLogOptions): Promise<void>;
  /** Reads the chosen files again with changed options. */
  repeatPreview(options: FlightLogOptions): Promise<void>;
  /** Stores what could be read, one log after the other. */
  store(options: FlightLogOptions): Promise<StoredFlightLogs>;
  /** Removes a file that is not to be imported. */
  remove(file: File): void;
  /** Clears the logs, and stops storing them. */
  clear(): void;
}

/** The import of logs: previewed first, stored when the person confirms. */
export function useFlightLogImport(): FlightLogImport {
  const logs = shallowRef<readonly ChosenFlightLog[]>([]);
  const progress = shallowRef<ImportProgress>();
  const { uploading, upload } = useUpload();
  let reading: AbortController | undefined;
  let storing: AbortController | undefined;

  function setAnswer(file: File, answer: ApiResult<FlightImport>): void {
    logs.value = logs.value.map((log) => {
      if (log.file !== file) return log;
      // What was found in the file stays visible, so that the options can be changed.
      return log.answer?.kind === "ok" && answer.kind !== "ok" ? { ...log, refusal: answer } : { file, answer };
    });
  }

  function send(file: File, options: FlightLogOptions, isPreview: boolean, signal: AbortSignal) {
    return upload(routes.importFlights, { query: queryOf(file, options, isPreview), file, signal });
  }

  async function read(files: readonly File[], options: FlightLogOptions): Promise<void> {
    reading?.abort();
    const controller = new AbortController();
    reading = controller;
    for (const file of files) {
      const answer = await send(file, options, true, controller.signal);
      if (controller.signal.aborted) return;
      setAnswer(file, answer);
    }
  }

  function clear(): void {
    reading?.abort();
    storing?.abort();
    progress.value = undefined;
    logs.value = [];
  }

  async function storeAll(options: FlightLogOptions): Promise<StoredFlightLogs> {
    const controller = new AbortController();
    storing = controller;
    const wanted = logs.value.filter(({ answer }) => newOf(answer) > 0);
    let flights = 0;
    for (const [done, { file, answer: before }] of wanted.entries()) {
      progress.value = { done, total: wanted.length };
      const answer = await send(file, options, false, controller.signal);
      if (answer.kind === "ok") flights += newOf(before);
      if (controller.signal.aborted) return { flights, isCancelled: true };
      setAnswer(file, answer);
    }
    progress.value = undefined;
    return { flights, isCancelled: false };
  }

  onScopeDispose(clear);

  return {
    logs,
    progress,
    uploading,
    newFlights: computed(() => logs.value.reduce((sum, { answer }) => sum + newOf(answer), 0)),
    lines: computed(() =>
      logs.value.flatMap(({ answer }) =>
        answer?.kind === "ok" ? answer.value.flights.map(({ line = [] }) => line) : [],
      ),
    ),

    preview(files, options) {
      logs.value = files.map((file) => ({ file, answer: undefined }));
      return read(files, options);
    },

    repeatPreview: (options) =>
      read(
        logs.value.map(({ file }) => file),
        options,
      ),

    store: (options) => countedWork(storeAll(options)),

    remove(file) {
      logs.value = logs.value.filter((log) => log.file !== file);
    },

    clear,
  };
}

function queryOf(file: File, options: FlightLogOptions, isPreview: boolean) {
  return {
    preview: isPreview ? "true" : "false",
    utc_offset: options.offsetMinutes,
    source_name: file.name,
    ...(options.aircraft === "" ? {} : { aircraft: options.aircraft }),
    ...(options.device === "" ? {} : { device: options.device }),
    ...(options.started === "" ? {} : { started: options.started }),
  } as const;
}

function newOf(answer: ApiResult<FlightImport> | undefined): number {
  return answer?.kind === "ok" ? answer.value.flights.filter((flight) => !flight.is_known).length : 0;
}
