import type { Publication } from "./publication.ts";

/** How long records wait for newer ones of their subject while more is queued than can be sent. */
export const NEWEST_INTERVAL_MS = 500;

/** A publication that waits, and how many older ones of its subject it stands for. */
export type NewestPublication = { readonly publication: Publication; readonly replaced: number };

/**
 * Holds back publications while more is queued than can be sent: only the newest of each subject is passed on, all
 * together after an interval. So the work for a record does not grow with the number of clients times what arrives.
 */
export function createNewestPublications(deps: {
  readonly later: (callback: () => void, delayMs: number) => void;
  readonly isOverloaded: () => boolean;
  readonly passOn: (newest: NewestPublication) => void;
}): {
  readonly add: (publication: Publication) => void;
  /** Forgets what is held back of a subject, for example because not everybody may have it any more. */
  readonly remove: (subject: string) => void;
} {
  const held = new Map<string, NewestPublication>();
  let isHolding = false;

  const release = () => {
    isHolding = false;
    const all = [...held.values()];
    held.clear();
    for (const one of all) deps.passOn(one);
  };

  return {
    add(publication) {
      // Once one is held back, all are until they are released: a newer record must not come before an older one.
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
      for (const [key, { publication }] of held) if (publication.subject === subject) held.delete(key);
    },
  };
}
