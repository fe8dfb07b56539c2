/**
 * What was typed on a page is kept in the tab, through a reload. It belongs to the person who typed it: the next one to
 * sign in on the same tab must not see it.
 */
const SETUP_PREFIX = "fieldstation.setup.";
const PERSON_KEY = "fieldstation.person";

export const setupKeyOf = (sessionId: string): string => `${SETUP_PREFIX}${sessionId}`;

/** Forgets the settings that were typed for devices, except in the set-up sessions that are open. */
export function forgetTypedSettings(openIds: readonly string[] = []): void {
  const open = new Set(openIds.map(setupKeyOf));
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(SETUP_PREFIX) && !open.has(key)) sessionStorage.removeItem(key);
  }
}

/**
 * Notes who uses the tab; undefined where nobody is signed in. True if it was another person before: what that one
 * typed is forgotten then.
 */
export function notePerson(id: string | undefined): boolean {
  const before = sessionStorage.getItem(PERSON_KEY);
  const isAnother = before !== null && before !== id;
  if (isAnother) forgetTypedSettings();
  if (id === undefined) sessionStorage.removeItem(PERSON_KEY);
  else sessionStorage.setItem(PERSON_KEY, id);
  return isAnother;
}
