import type { Format } from "../../contracts/formats.ts";
import type { DocumentAbout } from "../../export/slice-encoder.ts";
import type { EvidencePlan } from "../../kernel/evidence-plan.ts";
import type { TelemetryPlan } from "../../kernel/telemetry-plan.ts";

/** Data with which the thread is started. */
export type ExportThreadData = { readonly databasePath: string };

/** Everything that is needed to write one document, as plain data. */
export type ExportJob = {
  readonly document:
    | {
        readonly kind: "telemetry";
        readonly plan: TelemetryPlan;
        readonly representation: Format;
        readonly about: DocumentAbout;
      }
    | { readonly kind: "evidence"; readonly plan: EvidencePlan };
  /** The owner of the document: every owner has the same share of the thread. */
  readonly owner: string;
};

/**
 * Messages to the thread. `more` allows another chunk and returns the memory of one; `leave` says that the document is
 * no longer wanted.
 */
export type ExportCommand =
  | { readonly type: "write"; readonly id: number; readonly job: ExportJob }
  | { readonly type: "more"; readonly id: number; readonly memory: ArrayBuffer }
  | { readonly type: "leave"; readonly id: number }
  | { readonly type: "stop" };

/** Messages from the thread. The last three each end a document; the bytes of a chunk are transferred, not copied. */
export type ExportReport =
  | { readonly type: "ready" }
  | {
      readonly type: "chunk";
      readonly id: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** How long the thread worked on it. */
      readonly tookMs: number;
    }
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "left"; readonly id: number }
  | {
      readonly type: "failed";
      readonly id: number;
      readonly message: string;
      /** That of SQLite or of the system, by which the main thread knows damage; null where it has none. */
      readonly code: string | null;
    };

/** Chunks of a document that may be sent before the first of them is consumed. */
export const CHUNKS_AHEAD = 2;
