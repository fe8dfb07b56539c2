import type { Position } from "./geo.ts";

/** The restriction of a zone for drones; `airspace` when the file only has airspace classes. */
export type ZoneRestriction = "prohibited" | "authorisation" | "conditional" | "none" | "airspace";

/**
 * A vertical limit: above `ground`, `sea_level` (EGM96), the WGS84 `ellipsoid`, or a pressure altitude (flight level).
 */
export type ZoneLimit = {
  readonly valueM: number;
  readonly reference: "ground" | "sea_level" | "ellipsoid" | "standard_pressure";
};

/** A part of a zone: an outline with its holes, between two vertical limits; `null` for no limit. */
export type ZoneVolume = {
  readonly rings: readonly (readonly Position[])[];
  readonly lower: ZoneLimit | null;
  readonly upper: ZoneLimit | null;
};

/** A zone as decoded from a file. */
export type ZoneDraft = {
  readonly identifier: string;
  readonly name: string;
  /** ISO 3166-1 alpha-3; `null` when the file does not state it. */
  readonly country: string | null;
  readonly restriction: ZoneRestriction;
  /** Type as stated in the file: an airspace class, or the variant of a geographical zone. */
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
  /** When it applies, as stated in the file; empty for always. */
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

/** A part of a file that could not be read as a zone, and why. */
export type DroppedZone = { readonly where: string; readonly reason: string };

export type DecodedZones =
  | {
      readonly kind: "zones";
      readonly format: ZoneFormat;
      readonly title: string | null;
      /**
       * When the data was issued and from when it is valid, Unix milliseconds; `null` when the file does not state it.
       */
      readonly issuedMs: number | null;
      readonly validFromMs: number | null;
      readonly zones: readonly ZoneDraft[];
      readonly dropped: readonly DroppedZone[];
    }
  | { readonly kind: "invalid"; readonly message: string };
