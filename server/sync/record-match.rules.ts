import { type Fields, isSame } from "./merge.rules.ts";

/** A record of the peer that is not linked with a record of this station. */
export type Candidate = { readonly id: string; readonly fields: Fields };

export type Match =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly id: string }
  | { readonly kind: "several"; readonly count: number }
  /** It may be the same record, edited there since: only a person can decide. */
  | { readonly kind: "unsure"; readonly candidate: Candidate };

/** A record that was sent is recognised although this many of its fields were edited there since. */
const MAX_EDITED = 1;
/** With this many different fields it may be the same record or a similar one: a person decides. */
const MAX_UNSURE = 2;

/** Before the first request: a record of the peer that is equal in every field is the same one. */
export function matchEqual(own: Fields, candidates: readonly Candidate[]): Match {
  return toMatch(candidates.filter(({ fields }) => countDifferences(own, fields) === 0));
}

/**
 * After a request whose response was lost: which of the records that are new since then it created. Of two with the
 * same components the name distinguishes them, so that one of another name may be the same one, renamed there, or
 * another.
 */
export function matchAfterLostAnswer(sent: Fields, candidates: readonly Candidate[]): Match {
  const equal = matchEqual(sent, candidates);
  if (equal.kind !== "none") return equal;
  const edited = candidates.filter(
    ({ fields }) => isSame(fields["name"], sent["name"]) && countDifferences(sent, fields) <= MAX_EDITED,
  );
  if (edited.length > 0) return toMatch(edited);
  const perhaps = candidates.filter(({ fields }) => countDifferences(sent, fields) <= MAX_UNSURE);
  const [candidate] = perhaps;
  return perhaps.length === 1 && candidate !== undefined ? { kind: "unsure", candidate } : toMatch(perhaps);
}

function countDifferences(own: Fields, there: Fields): number {
  return Object.keys(own).filter((field) => !isSame(own[field], there[field])).length;
}

function toMatch(found: readonly Candidate[]): Match {
  const [first] = found;
  if (first === undefined) return { kind: "none" };
  return found.length === 1 ? { kind: "one", id: first.id } : { kind: "several", count: found.length };
}
