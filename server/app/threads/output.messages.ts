import type { RecordOutputSettings } from "../outputs/output-run.factory.ts";
import type { RecordBatch } from "../outputs/record-batch.ts";

/** Messages to the thread about one run of an output. After `stop` it only waits for the end. */
export type OutputCommand =
  | { readonly type: "run"; readonly run: number; readonly settings: RecordOutputSettings }
  | { readonly type: "records"; readonly run: number; readonly batch: RecordBatch }
  | { readonly type: "stop"; readonly run: number };

/** Why a run has ended. */
export type RunEnd = {
  readonly message: string;
  /** Whether it is a sentence for the operator, not a bug. */
  readonly isExpected: boolean;
  readonly isPersistent: boolean;
  readonly isFinal: boolean;
};

/** Messages from the thread; `sent` counts records in the order in which they came. */
export type OutputReport =
  | { readonly type: "connected"; readonly run: number }
  | { readonly type: "sent"; readonly run: number; readonly count: number }
  | { readonly type: "ended"; readonly run: number; readonly end: RunEnd };
