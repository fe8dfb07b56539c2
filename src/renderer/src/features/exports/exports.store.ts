import { defineStore } from "pinia";
import { shallowRef } from "vue";
import type { ApiResult } from "../../api/station.client.ts";
import { type ExportFormat, saveBlob } from "../../api/track.export.ts";
import { archiveNameOf } from "./export-name.ts";
import { type ArchiveProgress, archiveOf, type ExportEntry, type ExportFile } from "./export.archive.ts";

export type ExportState =
  | { readonly kind: "running" }
  | { readonly kind: "saved"; readonly sizeBytes: number }
  | { readonly kind: "failed"; readonly reason: ExportFailure };

/** `message`: what the station said. */
export type ExportFailure =
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "unreachable" | "too_large" | "nothing" };

/** One file on its way. A new object with every step, so that whoever shows it sees it change. */
export interface ExportJob {
  readonly id: number;
  readonly fileName: string;
  /** One for a single track. */
  readonly flights: number;
  readonly progress: ArchiveProgress;
  readonly state: ExportState;
}

/** What is to be exported, found when the export begins. */
export type ExportSelection = (signal: AbortSignal) => Promise<ApiResult<readonly ExportEntry[]>>;

type Outcome = ApiResult<Blob> | { readonly kind: "too_large" | "nothing" };

const SHOWN_EVERY_MS = 100;
/** What has failed stays until somebody has read it. */
const SAVED_SHOWN_MS = 20_000;
const NO_PROGRESS: ArchiveProgress = { bytes: 0, records: 0, totalRecords: undefined, flightsDone: 0 };

/** Files that are being made. They go on whatever page is open, until they are saved or cancelled. */
export const useExports = defineStore("exports", () => {
  const jobs = shallowRef<readonly ExportJob[]>([]);
  const running = new Map<number, { readonly controller: AbortController; readonly again: () => void }>();
  let count = 0;

  function exportFile(file: ExportFile, format: ExportFormat): void {
    start(
      { fileName: `${file.name}.${format}`, flights: 1 },
      (job, signal) => file.load((progress) => report(job, { progress: { ...progress, flightsDone: 0 } }), signal),
      () => exportFile(file, format),
    );
  }

  /** `expected`: how many there are as far as the page knows. */
  function exportAll(selection: ExportSelection, expected: number, format: ExportFormat): void {
    const fileName = archiveNameOf(expected, format, Date.now());
    start(
      { fileName, flights: expected },
      async (job, signal): Promise<Outcome> => {
        const found = await selection(signal);
        if (found.kind !== "ok") return found;
        const flights = found.value.length;
        if (flights === 0) return { kind: "nothing" };
        change(job, { flights, fileName: archiveNameOf(flights, format, Date.now()) });
        return archiveOf(found.value, format, (progress) => report(job, { progress }), signal);
      },
      () => exportAll(selection, expected, format),
    );
  }

  function start(
    about: Pick<ExportJob, "fileName" | "flights">,
    run: (job: number, signal: AbortSignal) => Promise<Outcome>,
    again: () => void,
  ): void {
    count += 1;
    const id = count;
    const controller = new AbortController();
    running.set(id, { controller, again });
    jobs.value = [...jobs.value, { id, ...about, progress: NO_PROGRESS, state: { kind: "running" } }];
    void run(id, controller.signal).then((outcome) => finish(id, outcome));
  }

  function finish(id: number, outcome: Outcome): void {
    const job = jobs.value.find((one) => one.id === id);
    if (!job || outcome.kind === "cancelled") return dismiss(id);
    if (outcome.kind !== "ok") {
      const reason = outcome.kind === "refused" ? { kind: outcome.kind, message: outcome.message } : outcome;
      return change(id, { state: { kind: "failed", reason } });
    }
    saveBlob(outcome.value, job.fileName);
    change(id, { state: { kind: "saved", sizeBytes: outcome.value.size } });
    setTimeout(() => dismiss(id), SAVED_SHOWN_MS);
  }

  let shownAtMs = 0;

  /** Progress comes with every piece of the file; a person reads ten a second at most. */
  function report(id: number, changes: Partial<ExportJob>): void {
    const nowMs = performance.now();
    if (nowMs - shownAtMs < SHOWN_EVERY_MS) return;
    shownAtMs = nowMs;
    change(id, changes);
  }

  function change(id: number, changes: Partial<ExportJob>): void {
    jobs.value = jobs.value.map((job) => (job.id === id ? { ...job, ...changes } : job));
  }

  /** Takes a job away; one that runs is cancelled. */
  function dismiss(id: number): void {
    running.get(id)?.controller.abort();
    running.delete(id);
    jobs.value = jobs.value.filter((job) => job.id !== id);
  }

  function retry(id: number): void {
    const again = running.get(id)?.again;
    dismiss(id);
    again?.();
  }

  return { jobs, exportFile, exportAll, dismiss, retry };
});
