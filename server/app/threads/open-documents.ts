import type { EncodeDocument } from "../../export/encode-telemetry.ts";

/** Counts the documents being written, each until everything that it reads from is free again. */
export function countDocuments(encode: EncodeDocument): {
  readonly encode: EncodeDocument;
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
