import type { SourceInput } from "./decoded.ts";

/** Joins what arrives within one turn of the event loop: at high rates a call per datagram costs more than its content. */
export function batchPerTick(
  deliver: (decoded: readonly SourceInput[]) => void,
): (decoded: readonly SourceInput[]) => void {
  let batch: SourceInput[] = [];
  return (decoded) => {
    if (decoded.length === 0) return;
    if (batch.length === 0) {
      setImmediate(() => {
        const full = batch;
        batch = [];
        deliver(full);
      });
    }
    batch.push(...decoded);
  };
}
