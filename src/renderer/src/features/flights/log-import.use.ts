import { computed, type ComputedRef, ref, type Ref, shallowRef, type ShallowRef } from "vue";
import type { FlightImport } from "../../../../../server/contracts/flight-import.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";

/** A chosen log, and what the station has found in it; undefined while it is being read. */
export interface ChosenLog {
  readonly file: File;
  readonly answer: ApiResult<FlightImport> | undefined;
  /** Why the log, which could be read before, cannot be imported with the current options. */
  readonly refusal?: ApiResult<FlightImport>;
}

/** What the person adds to the data of the logs. */
export interface LogOptions {
  readonly aircraft: string;
  readonly device: string;
  /** Zone of clocks without one, minutes east of UTC. */
  readonly offsetMinutes: number;
  /** ISO 8601 in UTC; empty until it is given. For logs without a date. */
  readonly started: string;
}

export interface LogImport {
  readonly logs: Readonly<ShallowRef<readonly ChosenLog[]>>;
  readonly isImporting: Readonly<Ref<boolean>>;
  /** Flights that are not on the station yet. */
  readonly newFlights: ComputedRef<number>;
  /** The tracks that were found, of flights that are new and of known ones. */
  readonly lines: ComputedRef<readonly (readonly LatLon[])[]>;
  /** Reads files one after the other, and stores nothing. */
  preview(files: readonly File[], options: LogOptions): Promise<void>;
  /** Reads the chosen files again with changed options. */
  repeatPreview(options: LogOptions): Promise<void>;
  /** Stores what could be read; gives the number of flights that are new. */
  store(options: LogOptions): Promise<number>;
  clear(): void;
}

/** The import of logs: previewed first, stored when the person confirms. */
export function useLogImport(): LogImport {
  const logs = shallowRef<readonly ChosenLog[]>([]);
  const isImporting = ref(false);
  let reading = new AbortController();

  function setAnswer(file: File, answer: ApiResult<FlightImport>): void {
    logs.value = logs.value.map((log) => {
      if (log.file !== file) return log;
      // What was found in the file stays visible, so that the options can be changed.
      return log.answer?.kind === "ok" && answer.kind !== "ok" ? { ...log, refusal: answer } : { file, answer };
    });
  }

  async function read(files: readonly File[], options: LogOptions): Promise<void> {
    reading.abort();
    const controller = new AbortController();
    reading = controller;
    for (const file of files) {
      const answer = await send(file, options, true);
      if (controller.signal.aborted) return;
      setAnswer(file, answer);
    }
  }

  async function send(file: File, options: LogOptions, isPreview: boolean): Promise<ApiResult<FlightImport>> {
    return call(routes.importFlights, {
      query: {
        preview: isPreview ? "true" : "false",
        utc_offset: options.offsetMinutes,
        source_name: file.name,
        ...(options.aircraft === "" ? {} : { aircraft: options.aircraft }),
        ...(options.device === "" ? {} : { device: options.device }),
        ...(options.started === "" ? {} : { started: options.started }),
      },
      file: { content: file, mediaType: "application/octet-stream" },
      signal: reading.signal,
    });
  }

  return {
    logs,
    isImporting,
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

    async store(options) {
      isImporting.value = true;
      let stored = 0;
      for (const { file, answer: before } of logs.value) {
        const expected = newOf(before);
        if (expected === 0) continue;
        const answer = await send(file, options, false);
        if (answer.kind === "ok") stored += expected;
        setAnswer(file, answer);
      }
      isImporting.value = false;
      return stored;
    },

    clear() {
      reading.abort();
      reading = new AbortController();
      logs.value = [];
    },
  };
}

function newOf(answer: ApiResult<FlightImport> | undefined): number {
  return answer?.kind === "ok" ? answer.value.flights.filter((flight) => !flight.is_known).length : 0;
}
