import { computed, type ComputedRef, ref, type Ref, shallowRef, type ShallowRef } from "vue";
import type { FlightImport } from "../../../../../server/contracts/flight-import.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";

/** A log that was chosen, and what the station has found in it; undefined while it is being read. */
export interface ChosenLog {
  readonly file: File;
  readonly answer: ApiResult<FlightImport> | undefined;
  /** Why it cannot be taken as the options are now, where it could be read before. */
  readonly refusal?: ApiResult<FlightImport>;
}

/** What the person adds to what the logs say. */
export interface LogOptions {
  readonly aircraft: string;
  readonly device: string;
  /** Zone of clocks without one, minutes east of UTC. */
  readonly offsetMinutes: number;
  /** ISO 8601 in UTC; empty as long as nobody has said it. For logs that do not say when they were. */
  readonly started: string;
}

export interface LogImport {
  readonly logs: Readonly<ShallowRef<readonly ChosenLog[]>>;
  readonly isImporting: Readonly<Ref<boolean>>;
  /** Flights that are not on the station yet. */
  readonly newFlights: ComputedRef<number>;
  /** Reads files one after the other, and stores nothing. */
  look(files: readonly File[], options: LogOptions): Promise<void>;
  /** Reads the chosen files again, as the options say it now. */
  refreshState(options: LogOptions): Promise<void>;
  /** Stores what could be read; gives the number of flights that are new. */
  store(options: LogOptions): Promise<number>;
  clear(): void;
}

/** Logs on their way into the station: looked at first, stored when the person says so. */
export function useLogImport(): LogImport {
  const logs = shallowRef<readonly ChosenLog[]>([]);
  const isImporting = ref(false);
  let reading = new AbortController();

  function put(file: File, answer: ApiResult<FlightImport>): void {
    logs.value = logs.value.map((log) => {
      if (log.file !== file) return log;
      // What was found in it stays to be seen, and the options to be changed.
      return log.answer?.kind === "ok" && answer.kind !== "ok" ? { ...log, refusal: answer } : { file, answer };
    });
  }

  async function read(files: readonly File[], options: LogOptions): Promise<void> {
    reading.abort();
    const mine = new AbortController();
    reading = mine;
    for (const file of files) {
      const answer = await send(file, options, true);
      if (mine.signal.aborted) return;
      put(file, answer);
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

    look(files, options) {
      logs.value = files.map((file) => ({ file, answer: undefined }));
      return read(files, options);
    },

    refreshState: (options) =>
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
        put(file, answer);
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
