import { RetentionPolicy } from "../../../../../server/contracts/retention.ts";

/** What stands in the fields; empty means no bound where there need be none. */
export interface RetentionDraft {
  readonly ageDays: string;
  readonly sizeMb: string;
  readonly graceDays: string;
}

export type RetentionField = keyof RetentionDraft;

export type DraftOutcome =
  | { readonly kind: "policy"; readonly policy: RetentionPolicy }
  | { readonly kind: "problems"; readonly fields: readonly RetentionField[] };

export const BOUNDS: Readonly<Record<RetentionField, { readonly least: number; readonly most: number }>> = {
  ageDays: { least: 1, most: 36_500 },
  sizeMb: { least: 100, most: 100_000_000 },
  graceDays: { least: 0, most: 3_650 },
};

export function draftOf({ max_age_days, max_size_mb, removed_grace_days }: RetentionPolicy): RetentionDraft {
  return {
    ageDays: max_age_days === null ? "" : String(max_age_days),
    sizeMb: max_size_mb === null ? "" : String(max_size_mb),
    graceDays: String(removed_grace_days),
  };
}

/** The policy of a draft, judged by the station's own contract. */
export function policyOf(draft: RetentionDraft): DraftOutcome {
  const parsed = RetentionPolicy.safeParse({
    max_age_days: boundOf(draft.ageDays),
    max_size_mb: boundOf(draft.sizeMb),
    removed_grace_days: boundOf(draft.graceDays) ?? Number.NaN,
  });
  if (parsed.success) return { kind: "policy", policy: parsed.data };
  const names: Readonly<Record<string, RetentionField>> = {
    max_age_days: "ageDays",
    max_size_mb: "sizeMb",
    removed_grace_days: "graceDays",
  };
  return { kind: "problems", fields: parsed.error.issues.flatMap(({ path }) => names[String(path[0])] ?? []) };
}

function boundOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
