import type { EncodeTelemetry } from "../../export/encode-telemetry.ts";

/** Counts the documents that are being written: one counts until everything that it is read from is free again. */
export function countDocuments(encode: EncodeTelemetry): {
  readonly encode: EncodeTelemetry;
  readonly count: () => number;
} {
  let open = 0;
  return {
    count: () => open,
    async *encode(...parts) {
      open++;
      try {
        yield* encode(...parts);
      } finally {
        open--;
      }
    },
  };
}
