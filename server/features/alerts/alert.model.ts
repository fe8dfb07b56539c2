import type { AlertRuleKind, AlertSeverity, HeightReference, NearTarget } from "../../contracts/alerts.ts";
import type { Region } from "../../contracts/region.ts";
import type { ZoneProperties } from "../../contracts/zones.ts";

/** A position of an aircraft in the form on which rules are judged. Heights in metres, `NaN` where unknown. */
export type Sample = {
  readonly timeMs: number;
  readonly suboperation: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly mslM: number;
  readonly wgs84M: number;
  readonly aglM: number;
  readonly atoM: number;
};

/** The position of an operator or another aircraft at a time; lists of them are in order of time. */
export type Fix = {
  readonly timeMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly wgs84M: number;
};

/** The parameters of a rule by its kind, in the form of the API. */
export type Condition =
  | { readonly kind: "area_entered"; readonly region: Region; readonly zone: ZoneLimits | null }
  | {
      readonly kind: "near";
      readonly to: NearTarget;
      readonly horizontal_m: number;
      readonly vertical_m: number | null;
    }
  | { readonly kind: "height_above"; readonly metres: number; readonly reference: HeightReference }
  | { readonly kind: "unknown_id"; readonly known: readonly string[] }
  | { readonly kind: "implausible" }
  | { readonly kind: "operator_far"; readonly metres: number }
  | { readonly kind: "traffic_near"; readonly horizontal_m: number; readonly vertical_m: number | null }
  | { readonly kind: "sensor_silent"; readonly sensor_id: string; readonly seconds: number };

/** The data that a rule made from a zone copies from it: a later import of the zone does not change the rule. */
export type ZoneLimits = {
  readonly id: string;
  /** Further outlines of the zone; the first is the rule's region. */
  readonly polygons: readonly (readonly (readonly (readonly number[])[])[])[];
  readonly lower: ZoneProperties["lower"];
  readonly upper: ZoneProperties["upper"];
  readonly periods: ZoneProperties["periods"];
};

export type StoredRule = {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly severity: AlertSeverity;
  readonly hasSound: boolean;
  readonly hasNotification: boolean;
  readonly condition: Condition;
  /** The account that made the rule; `own_flights` are its flights. */
  readonly creatorId: string;
  readonly createdMs: number;
  /** Records before this time are not judged: when the rule was switched on, or its condition last changed. */
  readonly appliesFromMs: number;
};

/** A stretch of time in which a condition held; see `episodes.rules.ts`. */
export type Episode = {
  readonly beganMs: number;
  /** Time of the last sample for which the condition held. */
  readonly lastMs: number;
  /** `null` while it is open. */
  readonly endedMs: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The deepest that it was inside the condition, metres, as a number of at most 0; see `Measure`. */
  readonly deepestM: number;
  /** The other aircraft at that moment, where the condition is about one; `GROUND` where the height is a computed one. */
  readonly about: string | null;
  /** The suboperations whose samples fulfilled it, in ascending order. */
  readonly suboperations: readonly number[];
};

/** The source of a height that was computed and not reported by the aircraft. */
export const GROUND = "ground";

/** What an alert is about. */
export type Subject =
  | { readonly kind: "operation"; readonly operation: number }
  | { readonly kind: "sensor"; readonly sensorId: string };

export type StoredAlert = {
  readonly id: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly kind: AlertRuleKind;
  readonly severity: AlertSeverity;
  readonly hasSound: boolean;
  readonly hasNotification: boolean;
  readonly subject: Subject;
  readonly episode: Episode;
  readonly detail: AlertFacts;
  /** Whether later data contradict it: the episode for which it was raised does not exist any more. */
  readonly isContradicted: boolean;
  readonly acknowledged: {
    readonly userId: string | null;
    readonly name: string | null;
    readonly timeMs: number;
    readonly note: string | null;
  } | null;
};

export type AlertFacts = {
  readonly distance_m?: number;
  readonly height_m?: number;
  readonly reference?: HeightReference;
  readonly identifier?: string;
  readonly zone_id?: string;
  readonly icao?: string;
  readonly computed?: true;
};
