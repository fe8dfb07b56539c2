import type { OutboxItem } from "../features/sync/index.ts";
import type { Answer } from "./answers.rules.ts";
import type { Timed } from "./points.rules.ts";

/** An entry that the peer refuses, and why. */
export type Refused = { readonly time: string; readonly code: string; readonly msg: string };

/** A peer that refuses this many entries of a request refuses all of them for the same reason. */
const MAX_REFUSED = 20;

export type SplitOutcome =
  | { readonly kind: "took"; readonly refused: readonly Refused[] }
  | { readonly kind: "too_large" }
  | { readonly kind: "stopped"; readonly answer: Exclude<Answer<unknown>, { readonly kind: "ok" }> };

/** Sends entries; where the peer refuses them as a whole, the entries it objects to are found by bisection. */
export async function sendOrSplit(
  send: (entries: readonly Timed[]) => Promise<Answer<unknown>>,
  entries: readonly Timed[],
): Promise<SplitOutcome> {
  const refused: Refused[] = [];
  const parts: (readonly Timed[])[] = [entries];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const answer = await send(part);
    if (answer.kind === "ok") continue;
    const isTooLarge = answer.kind === "too_large";
    if (isTooLarge && part.length > 1) return { kind: "too_large" };
    const hasInvalid = answer.kind === "refused" && isInvalid(answer);
    if (!(hasInvalid || isTooLarge) || refused.length >= MAX_REFUSED) return { kind: "stopped", answer };
    if (part.length === 1) {
      const msg = hasInvalid ? answer.msg : "The peer says that it is too large.";
      refused.push({ time: part[0]!.time, code: "point_refused", msg });
      continue;
    }
    const half = Math.ceil(part.length / 2);
    // The earlier half first, so that the peer's entries have no gaps.
    parts.push(part.slice(half), part.slice(0, half));
  }
  return { kind: "took", refused };
}

/** Whether a refusal is about the contents, not about the sender. */
export const isInvalid = ({ status }: { readonly status: number }): boolean => status === 400 || status === 422;

/** Entries of an item that the peer refused before; they are tried again when a person retries the item. */
export function refusedOf({ journal }: Pick<OutboxItem, "journal">): readonly Refused[] {
  return (journal?.["refused"] as readonly Refused[] | undefined) ?? [];
}
