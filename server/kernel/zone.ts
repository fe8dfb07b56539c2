import type { Position } from "./geo.ts";

/** What a zone means for a drone; `airspace` where the file has classes of airspace and says no more. */
export type ZoneRestriction = "prohibited" | "authorisation" | "conditional" | "none" | "airspace";

/** A height that bounds a zone; above `ground`, `sea_level` (EGM96), the `ellipsoid`, or as a pressure height (flight level). */
export type ZoneLimit = {
  readonly valueM: number;
  readonly reference: "ground" | "sea_level" | "ellipsoid" | "standard_pressure";
};

/** A part of a zone: one ring with its holes, between two heights; `null` for none. */
export type ZoneVolume = {
  readonly rings: readonly (readonly Position[])[];
  readonly lower: ZoneLimit | null;
  readonly upper: ZoneLimit | null;
};

/** A zone as a file of zones says it. */
export type ZoneDraft = {
  readonly identifier: string;
  readonly name: string;
  /** ISO 3166-1 alpha-3, where the file says it. */
  readonly country: string | null;
  readonly restriction: ZoneRestriction;
  /** The word of the file itself: a class of airspace, or the variant of a geographical zone. */
  readonly kind: string;
  readonly reasons: readonly string[];
  readonly message: string | null;
  readonly authority: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly url: string | null;
  } | null;
  readonly volumes: readonly ZoneVolume[];
  /** When it holds, as the file says it; empty for always. */
  readonly periods: readonly ZonePeriod[];
};

export type ZonePeriod = {
  readonly start: string | null;
  readonly end: string | null;
  readonly daily: readonly {
    readonly days: readonly string[];
    readonly startTime: string | null;
    readonly endTime: string | null;
  }[];
};

export type ZoneFormat = "ed269" | "ed318" | "openair";

/** A part of a file that is no zone, and why. */
export type DroppedZone = { readonly where: string; readonly reason: string };

export type DecodedZones =
  | {
      readonly kind: "zones";
      readonly format: ZoneFormat;
      readonly title: string | null;
      /** When the data was issued and from when on it holds, Unix milliseconds, where the file says it. */
      readonly issuedMs: number | null;
      readonly validFromMs: number | null;
      readonly zones: readonly ZoneDraft[];
      readonly dropped: readonly DroppedZone[];
    }
  | { readonly kind: "invalid"; readonly message: string };
