import type { Exports } from "./exports.ts";

/** Counts the documents being written, each until everything that it reads from is free again. */
export function countDocuments({ encode, writeEvidence }: Pick<Exports, "encode" | "writeEvidence">): Pick<
  Exports,
  "encode" | "writeEvidence"
> & {
  readonly count: () => number;
} {
  let open = 0;

  async function* counted<C>(document: AsyncGenerator<C, void, undefined>): AsyncGenerator<C, void, undefined> {
    open++;
    try {
      yield* document;
    } finally {
      open--;
    }
  }

  return {
    count: () => open,
    encode: (...parts) => counted(encode(...parts)),
    writeEvidence: (...parts) => counted(writeEvidence(...parts)),
  };
}
