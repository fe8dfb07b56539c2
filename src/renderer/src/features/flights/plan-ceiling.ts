/** The usual height above the ground, in metres. */
export const DEFAULT_HEIGHT_M = 120;

/** A ceiling compared with the ground at the take-off; all in metres, the ceiling and the ground above sea level. */
export type CeilingCheck =
  | { readonly kind: "above_ground"; readonly ceilingM: number; readonly aboveGroundM: number }
  | { readonly kind: "below_ground"; readonly ceilingM: number; readonly groundM: number }
  /** It was typed, and cannot be compared. */
  | { readonly kind: "unknown_ground"; readonly ceilingM: number }
  /** Nothing was typed, and without the ground there is no usual ceiling. */
  | { readonly kind: "missing" }
  | { readonly kind: "invalid" };

/** `text`: as typed, empty for the usual height above the ground; `groundM`: null where it is not known. */
export function checkCeiling(text: string, groundM: number | null): CeilingCheck {
  const typed = text.trim().replace(",", ".");
  if (typed === "" && groundM === null) return { kind: "missing" };
  const ceilingM = typed === "" ? Math.round(groundM! + DEFAULT_HEIGHT_M) : Number(typed);
  if (!Number.isFinite(ceilingM)) return { kind: "invalid" };
  if (groundM === null) return { kind: "unknown_ground", ceilingM };
  return ceilingM < groundM
    ? { kind: "below_ground", ceilingM, groundM }
    : { kind: "above_ground", ceilingM, aboveGroundM: ceilingM - groundM };
}

/** Metres above sea level, if a plan can be saved with it. */
export function usableCeilingM(check: CeilingCheck): number | undefined {
  return check.kind === "above_ground" || check.kind === "unknown_ground" ? check.ceilingM : undefined;
}
