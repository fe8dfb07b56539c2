import { SECOND_MS } from "../kernel/clock.ts";

export type DocumentLimits = {
  /** Documents of one person that are written at the same time; further ones wait. */
  readonly open: number;
  /** How many may wait. */
  readonly waiting: number;
  /** How long one may wait before its caller is asked to retry. */
  readonly waitMs: number;
};

export const DEFAULT_DOCUMENT_LIMITS: DocumentLimits = { open: 32, waiting: 1000, waitMs: 60 * SECOND_MS };

/** A place for one document; leave it when the document was sent or its caller has disconnected. */
export type DocumentPlace =
  | { readonly kind: "open"; readonly leave: () => void }
  | { readonly kind: "full"; readonly retryAfterS: number }
  | { readonly kind: "gone" };

export type DocumentQueue = {
  readonly enter: (person: string, signal: AbortSignal) => Promise<DocumentPlace>;
};

type Line = { open: number; readonly waiting: Set<(isAdmitted: boolean) => void> };

/** A document costs memory for as long as its caller takes to read it, so each person has a bounded number at a time. */
export function createDocumentQueue(limits: DocumentLimits = DEFAULT_DOCUMENT_LIMITS): DocumentQueue {
  const lines = new Map<string, Line>();
  const full: DocumentPlace = { kind: "full", retryAfterS: Math.ceil(limits.waitMs / SECOND_MS) };

  function place(person: string, line: Line): DocumentPlace {
    line.open++;
    let hasLeft = false;
    return {
      kind: "open",
      leave() {
        if (hasLeft) return;
        hasLeft = true;
        line.open--;
        const [next] = line.waiting;
        if (next !== undefined) next(true);
        else if (line.open === 0) lines.delete(person);
      },
    };
  }

  return {
    async enter(person, signal) {
      const line = lines.get(person) ?? { open: 0, waiting: new Set() };
      lines.set(person, line);
      if (line.open < limits.open) return place(person, line);
      if (line.waiting.size >= limits.waiting) return full;
      const isAdmitted = await new Promise<boolean>((resolve) => {
        const settle = (admitted: boolean) => {
          line.waiting.delete(settle);
          clearTimeout(timer);
          signal.removeEventListener("abort", leave);
          resolve(admitted);
        };
        const leave = () => settle(false);
        const timer = setTimeout(leave, limits.waitMs);
        signal.addEventListener("abort", leave, { once: true });
        line.waiting.add(settle);
        if (signal.aborted) leave();
      });
      if (isAdmitted) return place(person, line);
      return signal.aborted ? { kind: "gone" } : full;
    },
  };
}
