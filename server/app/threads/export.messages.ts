import type { Format } from "../../contracts/formats.ts";
import type { DocumentAbout } from "../../export/slice-encoder.ts";
import type { TelemetryPlan } from "../../kernel/telemetry-plan.ts";

/** What the thread is started with. */
export type ExportThreadData = { readonly databasePath: string };

/** One document, wholly said by data. */
export type ExportJob = {
  readonly plan: TelemetryPlan;
  readonly representation: Format;
  readonly about: DocumentAbout;
};

/**
 * To the thread: `more` allows another chunk and gives back the memory of one, `leave` says that nobody waits for the
 * document any more.
 */
export type ExportCommand =
  | { readonly type: "write"; readonly id: number; readonly job: ExportJob }
  | { readonly type: "more"; readonly id: number; readonly memory: ArrayBuffer }
  | { readonly type: "leave"; readonly id: number }
  | { readonly type: "stop" };

/** From the thread, the last three each the last of a document; the bytes of a chunk are handed over, not copied. */
export type ExportReport =
  | { readonly type: "ready" }
  | { readonly type: "chunk"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "left"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** Chunks of a document that may be on their way before the first of them is taken. */
export const CHUNKS_AHEAD = 2;
