import { defineStore } from "pinia";
import { shallowRef } from "vue";
import { withExtension } from "../../api/file-name.ts";
import { countedWork } from "../../api/page-work.ts";
import type { ApiResult } from "../../api/station.client.ts";
import { type ExportFormat, type FileLoader, saveBlob } from "../../api/track.export.ts";
import type { RequestForm } from "../../text/index.ts";
import { archiveNameOf } from "./export-name.ts";
import { type ArchiveProgress, makeArchive, type ExportEntry, type ExportFile } from "./export.archive.ts";

export type ExportState =
  | { readonly kind: "running" }
  | { readonly kind: "saved"; readonly sizeBytes: number }
  | { readonly kind: "failed"; readonly reason: ExportFailure };

/** `message`: the station's message; `form`: whose labels name the fields in it. */
export type ExportFailure =
  | { readonly kind: "refused"; readonly message: string; readonly form?: RequestForm }
  | { readonly kind: "unreachable" | "too_large" | "nothing" };

/** One export. Every step makes a new object, so that Vue sees the change. */
export interface ExportJob {
  readonly id: number;
  readonly fileName: string;
  /** Progress counts the records of tracks, the files of an evidence pack, and the bytes of a telemetry log. */
  readonly kind: "tracks" | "pack" | "tlog";
  /** 1 for a single track; 0 until they are counted. */
  readonly tracks: number;
  /** Set while the log is searched for the tracks, where nobody knew how many there are. */
  readonly search: SearchProgress | undefined;
  readonly progress: ArchiveProgress;
  readonly state: ExportState;
}

export interface SearchProgress {
  readonly found: number;
  readonly searched: number;
}

/** Determines the tracks to export when the export begins. */
export type ExportSelection = (
  signal: AbortSignal,
  onSearched: (progress: SearchProgress) => void,
) => Promise<ApiResult<readonly ExportEntry[]>>;

type Outcome = ApiResult<Blob> | { readonly kind: "too_large" | "nothing" };

const SHOWN_EVERY_MS = 100;
/** A saved export is shown for this long; a failed one until it is dismissed. */
const SAVED_SHOWN_MS = 20_000;
const NO_PROGRESS: ArchiveProgress = { bytes: 0, records: 0, totalRecords: undefined, tracksDone: 0 };

/** The running exports. They continue whichever page is open, until they are saved or cancelled. */
export const useExports = defineStore("exports", () => {
  const jobs = shallowRef<readonly ExportJob[]>([]);
  const running = new Map<number, { readonly controller: AbortController; readonly restart: () => void }>();
  let count = 0;

  function exportFile(file: ExportFile, format: ExportFormat): void {
    start(
      { fileName: withExtension(file.name, format), kind: "tracks", tracks: 1 },
      (job, signal) => file.load((progress) => report(job, { progress: { ...progress, tracksDone: 0 } }), signal),
      () => exportFile(file, format),
    );
  }

  /** `expected`: how many tracks there are, where the page knows it. */
  function exportAll(selection: ExportSelection, expected: number | undefined, format: ExportFormat): void {
    const fileName = archiveNameOf(expected, format, Date.now());
    const search = expected === undefined ? { found: 0, searched: 0 } : undefined;
    start(
      { fileName, kind: "tracks", tracks: expected ?? 0, search },
      async (job, signal): Promise<Outcome> => {
        const found = await selection(signal, (progress) => {
          if (search) report(job, { search: progress });
        });
        if (found.kind !== "ok") return found;
        const tracks = found.value.length;
        if (tracks === 0) return { kind: "nothing" };
        change(job, { tracks, search: undefined, fileName: archiveNameOf(tracks, format, Date.now()) });
        return makeArchive(found.value, format, (progress) => report(job, { progress }), signal);
      },
      () => exportAll(selection, expected, format),
    );
  }

  function exportWhole(kind: "pack" | "tlog", fileName: string, load: FileLoader): void {
    start(
      { fileName, kind, tracks: 1 },
      (job, signal) => load((progress) => report(job, { progress: { ...progress, tracksDone: 0 } }), signal),
      () => exportWhole(kind, fileName, load),
    );
  }

  const exportPack = (fileName: string, load: FileLoader) => exportWhole("pack", fileName, load);
  const exportTlog = (fileName: string, load: FileLoader) => exportWhole("tlog", fileName, load);

  function start(
    about: Pick<ExportJob, "fileName" | "kind" | "tracks"> & Partial<Pick<ExportJob, "search">>,
    run: (job: number, signal: AbortSignal) => Promise<Outcome>,
    restart: () => void,
  ): void {
    count += 1;
    const id = count;
    const controller = new AbortController();
    running.set(id, { controller, restart });
    jobs.value = [
      ...jobs.value,
      { id, search: undefined, ...about, progress: NO_PROGRESS, state: { kind: "running" } },
    ];
    void countedWork(run(id, controller.signal)).then((outcome) => finish(id, outcome));
  }

  function finish(id: number, outcome: Outcome): void {
    const job = jobs.value.find((one) => one.id === id);
    if (!job || outcome.kind === "cancelled") return dismiss(id);
    if (outcome.kind !== "ok") {
      return change(id, { state: { kind: "failed", reason: outcome } });
    }
    saveBlob(outcome.value, job.fileName);
    change(id, { state: { kind: "saved", sizeBytes: outcome.value.size } });
    setTimeout(() => dismiss(id), SAVED_SHOWN_MS);
  }

  let shownAtMs = 0;

  /** Every chunk of the file reports progress; it is shown at most ten times a second. */
  function report(id: number, changes: Partial<ExportJob>): void {
    const nowMs = performance.now();
    if (nowMs - shownAtMs < SHOWN_EVERY_MS) return;
    shownAtMs = nowMs;
    change(id, changes);
  }

  function change(id: number, changes: Partial<ExportJob>): void {
    jobs.value = jobs.value.map((job) => (job.id === id ? { ...job, ...changes } : job));
  }

  /** Removes a job; a running one is cancelled. */
  function dismiss(id: number): void {
    running.get(id)?.controller.abort();
    running.delete(id);
    jobs.value = jobs.value.filter((job) => job.id !== id);
  }

  function retry(id: number): void {
    const restart = running.get(id)?.restart;
    dismiss(id);
    restart?.();
  }

  return { jobs, exportFile, exportAll, exportPack, exportTlog, dismiss, retry };
});
