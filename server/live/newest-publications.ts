import type { Publication } from "./publication.ts";

/**
 * How long records wait for newer ones of their subject while more is queued than can be sent: an aircraft sends its
 * position once a second (ASTM F3411-22a).
 */
export const NEWEST_INTERVAL_MS = 1000;

/** What was held back is passed on for so long before other work gets a turn. */
const SLICE_MS = 4;

/** A publication that waits, and how many older ones of its subject it stands for. */
export type NewestPublication = { readonly publication: Publication; readonly replaced: number };

/**
 * Holds back publications while more is queued than can be sent: only the newest of each subject is passed on, all
 * together after an interval. So the work for a record does not grow with the number of clients times what arrives.
 */
export function createNewestPublications(deps: {
  readonly later: (callback: () => void, delayMs: number) => void;
  /** Calls back once, after what arrived meanwhile had its turn. */
  readonly nextTurn: (callback: () => void) => void;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly isOverloaded: () => boolean;
  readonly passOn: (newest: NewestPublication) => void;
}): {
  readonly add: (publication: Publication) => void;
  /** Forgets what is held back of a subject, for example because not everybody may have it any more. */
  readonly remove: (subject: string) => void;
} {
  let held = new Map<string, NewestPublication>();
  /** What is being passed on, in the order in which it came. */
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
