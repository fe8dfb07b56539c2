import { RetentionPolicy } from "../../../../../server/contracts/retention.ts";

/** The fields of the form; empty means no bound where none is required. */
export interface RetentionDraft {
  readonly ageDays: string;
  readonly sizeMb: string;
  readonly graceDays: string;
}

export type RetentionField = keyof RetentionDraft;

export type DraftOutcome =
  | { readonly kind: "policy"; readonly policy: RetentionPolicy }
  | { readonly kind: "problems"; readonly fields: readonly RetentionField[] };

export const BOUNDS: Readonly<Record<RetentionField, { readonly min: number; readonly max: number }>> = {
  ageDays: { min: 1, max: 36_500 },
  sizeMb: { min: 100, max: 100_000_000 },
  graceDays: { min: 0, max: 3_650 },
};

export function retentionDraftOf({ max_age_days, max_size_mb, removed_grace_days }: RetentionPolicy): RetentionDraft {
  return {
    ageDays: max_age_days === null ? "" : String(max_age_days),
    sizeMb: max_size_mb === null ? "" : String(max_size_mb),
    graceDays: String(removed_grace_days),
  };
}

/** The policy of a draft, validated by the station's own contract. */
export function retentionPolicyOf(draft: RetentionDraft): DraftOutcome {
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
