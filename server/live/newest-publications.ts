import type { Publication } from "./publication.ts";

/**
 * How long records wait for newer ones of their subject while more is queued than can be sent: an aircraft sends its
 * position once a second (ASTM F3411-22a).
 */
export const NEWEST_INTERVAL_MS = 1000;

/** How long publications are passed on before other work runs. */
const SLICE_MS = 4;

/** A publication that waits, and the number of older ones of its subject that it replaces. */
export type NewestPublication = { readonly publication: Publication; readonly replaced: number };

/**
 * Holds back publications while more is queued than can be sent: only the newest of each subject is passed on, all
 * together after an interval. So the work for a record does not grow with the number of clients times the number of
 * records.
 */
export function createNewestPublications(deps: {
  readonly later: (callback: () => void, delayMs: number) => void;
  /** Calls back once, in the next turn of the event loop, after the input that arrived meanwhile. */
  readonly nextTurn: (callback: () => void) => void;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly isOverloaded: () => boolean;
  readonly passOn: (newest: NewestPublication) => void;
}): {
  readonly add: (publication: Publication) => void;
  /** Removes the publications of a subject, for example because some clients may not get it any more. */
  readonly remove: (subject: string) => void;
} {
  let held = new Map<string, NewestPublication>();
  /** The publications that are being passed on, in order. */
  let leaving = new Map<string, NewestPublication>();
  let isHolding = false;

  const release = () => {
    leaving = held;
    held = new Map();
    passOn();
  };

  const passOn = () => {
    const startedMs = deps.elapsedMs();
    for (const [key, one] of leaving) {
      leaving.delete(key);
      deps.passOn(one);
      if (deps.elapsedMs() - startedMs >= SLICE_MS) return deps.nextTurn(passOn);
    }
    if (held.size === 0) isHolding = false;
    else if (deps.isOverloaded()) deps.later(release, NEWEST_INTERVAL_MS);
    else release();
  };

  return {
    add(publication) {
      // After one was held back all later ones are too, until they are released: this keeps their order.
      if (!isHolding) {
        if (!deps.isOverloaded()) return deps.passOn({ publication, replaced: 0 });
        isHolding = true;
        deps.later(release, NEWEST_INTERVAL_MS);
      }
      const key = `${publication.event} ${publication.subject}`;
      const before = held.get(key);
      held.set(key, { publication, replaced: before === undefined ? 0 : before.replaced + 1 });
    },
    remove(subject) {
      for (const all of [held, leaving]) {
        for (const [key, { publication }] of all) if (publication.subject === subject) all.delete(key);
      }
    },
  };
}
