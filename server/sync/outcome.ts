import type { Answer } from "./answers.rules.ts";

/** Why an item does not continue: it waits for another, is retried later, or needs a person. */
export type Hold =
  | { readonly kind: "waiting"; readonly code: string; readonly detail: string }
  | { readonly kind: "retry"; readonly code: string; readonly detail: string }
  | { readonly kind: "needs_person"; readonly code: string; readonly detail: string };

/** The work on an item ends here. The pass continues with the others. */
export type Held = { readonly kind: "held"; readonly hold: Hold };

/** What became of work that may be held. A union with kinds of its own contains `Held` instead. */
export type Outcome<T = undefined> = { readonly kind: "done"; readonly value: T } | Held;

/** Done, without a result. */
export const DONE = { kind: "done", value: undefined } as const;

export function done<T>(value: T): Outcome<T> {
  return { kind: "done", value };
}

export function held(hold: Hold): Held {
  return { kind: "held", hold };
}

/** The body of a success; any other response of the peer holds the item. */
export function outcomeOf<T>(answer: Answer<T>): Outcome<T> {
  return answer.kind === "ok" ? done(answer.body) : heldBy(answer);
}

/** Converts a response other than a success into the hold of the item. */
export function heldBy(answer: Exclude<Answer<unknown>, { readonly kind: "ok" }>): Held {
  switch (answer.kind) {
    case "failed":
      return held({ kind: "retry", code: "peer_failed", detail: answer.msg });
    case "too_large":
      return held({ kind: "needs_person", code: "too_large", detail: "The peer says that it is too large." });
    case "missing":
      return held({ kind: "needs_person", code: "missing_there", detail: answer.msg });
    case "exists":
      return held({ kind: "needs_person", code: "refused", detail: answer.msg });
    case "refused":
      return held({ kind: "needs_person", code: answer.code, detail: answer.msg });
  }
}

/** This station itself refused the request: it is retried later. */
export function localRefusal(body: unknown): Held {
  const { messages } = body as { readonly messages: readonly string[] };
  return held({ kind: "retry", code: "refused_here", detail: messages.join(" ") });
}

/** Collects why some parts of a work were held, so that the others are done nevertheless. */
export function createProblems() {
  let first: Outcome = DONE;
  return {
    add(outcome: Outcome<unknown>): void {
      if (first.kind === "done" && outcome.kind === "held") first = outcome;
    },
    /** The first one; done where there is none. */
    first: () => first,
  };
}
