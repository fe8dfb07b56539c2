import type {
  AlertRule,
  AlertRuleInput,
  AlertRuleKind,
  HeightReference,
} from "../../../../../server/contracts/alerts.ts";
import { MAX_RULE_NAME } from "../../../../../server/contracts/alerts.ts";
import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import type { PlanScene } from "../../map/plan.overlay.ts";
import {
  EMPTY_SHAPE,
  hasEnoughPoints,
  isCrossingItself,
  type PlanShape,
  planRegionOf,
  planShapeOf,
} from "../../map/plan-shape.ts";
import { numberOf } from "../../text/numbers.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { parseCoordinates } from "../../ui/coordinates.ts";

type PlaceFormat = (place: LatLon) => string;

/** A rule being edited, with the fields of all kinds, so that changing the kind loses no input. */
export interface RuleDraft {
  readonly name: string;
  readonly kind: AlertRuleKind;
  readonly severity: AlertRule["severity"];
  readonly sound: boolean;
  readonly notify: boolean;
  readonly area: PlanShape;
  /** The rule was made from a zone, whose area stays as it is. */
  readonly isOfZone: boolean;
  readonly target: "place" | "own_flights" | "station" | "operation";
  readonly place: string;
  /** The exact place of the text, until another one is typed: the text is rounded, but the saved place must not be. */
  readonly placeAt: (LatLon & { readonly text: string }) | undefined;
  readonly operation: string;
  readonly horizontalM: string;
  readonly verticalM: string;
  readonly heightM: string;
  readonly reference: HeightReference;
  readonly known: string;
  readonly farM: string;
  readonly sensor: string;
  readonly seconds: string;
}

export type RuleProblem = "name" | "area" | "crossing" | "place" | "operation" | "number" | "known" | "sensor";

export function newRuleDraft(): RuleDraft {
  return {
    name: "",
    kind: "area_entered",
    severity: "warning",
    sound: true,
    notify: true,
    area: { ...EMPTY_SHAPE, kind: "polygon" },
    isOfZone: false,
    target: "place",
    place: "",
    placeAt: undefined,
    operation: "",
    horizontalM: "500",
    verticalM: "",
    heightM: "120",
    reference: "ATO",
    known: "",
    farM: "1000",
    sensor: "",
    seconds: "60",
  };
}

/** A place of the rule, in a format of coordinates. */
export function withTarget(draft: RuleDraft, { latitude, longitude }: LatLon, format: PlaceFormat): RuleDraft {
  const text = format({ latitude, longitude });
  return { ...draft, place: text, placeAt: { text, latitude, longitude } };
}

function placeOf({ place, placeAt }: RuleDraft): LatLon | undefined {
  if (placeAt?.text !== place) return parseCoordinates(place);
  return { latitude: placeAt.latitude, longitude: placeAt.longitude };
}

export function draftOfRule(rule: AlertRule, format: PlaceFormat): RuleDraft {
  const blank = newRuleDraft();
  const { to } = rule;
  const shape = rule.region === undefined ? undefined : planShapeOf(rule.region);
  const draft: RuleDraft = {
    ...blank,
    name: rule.name,
    kind: rule.kind,
    severity: rule.severity,
    sound: rule.sound,
    notify: rule.notify,
    area: shape ?? blank.area,
    isOfZone: rule.zone_id !== undefined,
    target: typeof to === "string" ? to : to !== undefined && "operation_id" in to ? "operation" : "place",
    operation: typeof to === "object" && "operation_id" in to ? to.operation_id : "",
    horizontalM: String(rule.horizontal_m ?? blank.horizontalM),
    verticalM: String(rule.vertical_m ?? ""),
    heightM: rule.kind === "height_above" ? String(rule.metres) : blank.heightM,
    reference: rule.reference ?? blank.reference,
    known: (rule.known ?? []).join("\n"),
    farM: rule.kind === "operator_far" ? String(rule.metres) : blank.farM,
    sensor: rule.sensor_id ?? "",
    seconds: String(rule.seconds ?? blank.seconds),
  };
  return typeof to === "object" && "latitude" in to ? withTarget(draft, to, format) : draft;
}

export function problemsOfRule(draft: RuleDraft): readonly RuleProblem[] {
  const problems: RuleProblem[] = draft.name.trim() === "" ? ["name"] : [];
  const isNumber = (text: string, min: number, max: number) => numberOf(text) >= min && numberOf(text) <= max;
  const check = (isGood: boolean, problem: RuleProblem) => void (isGood || problems.push(problem));
  switch (draft.kind) {
    case "area_entered":
      if (draft.isOfZone) break;
      check(hasEnoughPoints(draft.area), "area");
      check(!isCrossingItself(draft.area), "crossing");
      check(draft.area.kind === "polygon" || draft.area.radiusM > 0, "number");
      break;
    case "near":
      if (draft.target === "place") check(placeOf(draft) !== undefined, "place");
      if (draft.target === "operation") check(draft.operation.trim() !== "", "operation");
      check(isNumber(draft.horizontalM, 1, 1_000_000), "number");
      check(
        draft.target === "place" ||
          draft.target === "station" ||
          draft.verticalM.trim() === "" ||
          isNumber(draft.verticalM, 1, 100_000),
        "number",
      );
      break;
    case "height_above":
      check(isNumber(draft.heightM, -1000, 100_000), "number");
      break;
    case "unknown_id":
      check(patternsOf(draft.known).length > 0, "known");
      break;
    case "operator_far":
      check(isNumber(draft.farM, 1, 1_000_000), "number");
      break;
    case "sensor_silent":
      check(draft.sensor.trim() !== "", "sensor");
      check(isNumber(draft.seconds, 10, 86_400), "number");
      break;
    case "traffic_near":
      check(isNumber(draft.horizontalM, 1, 1_000_000), "number");
      check(draft.verticalM.trim() === "" || isNumber(draft.verticalM, 1, 100_000), "number");
      break;
    case "implausible":
      break;
  }
  return problems;
}

/** The request for a draft without problems. */
export function ruleRequestOf(draft: RuleDraft): AlertRuleInput {
  const { severity, sound, notify } = draft;
  return { name: draft.name.trim(), severity, sound, notify, ...parametersOf(draft) };
}

/** The changes of an existing rule; its kind cannot change, nor the area of a zone. */
export function ruleChangesOf(draft: RuleDraft) {
  const { kind: _kind, ...changes } = ruleRequestOf(draft);
  if (!draft.isOfZone || !("region" in changes)) return changes;
  const { region: _region, ...rest } = changes;
  return rest;
}

function parametersOf(draft: RuleDraft) {
  switch (draft.kind) {
    case "area_entered":
      return { kind: draft.kind, region: planRegionOf(draft.area) };
    case "near": {
      const to =
        draft.target === "own_flights" || draft.target === "station"
          ? draft.target
          : draft.target === "operation"
            ? { operation_id: draft.operation.trim() }
            : (placeOf(draft) as LatLon);
      const hasHeight = draft.target !== "place" && draft.target !== "station" && draft.verticalM.trim() !== "";
      const vertical = !hasHeight ? null : numberOf(draft.verticalM);
      return { kind: draft.kind, to, horizontal_m: numberOf(draft.horizontalM), vertical_m: vertical };
    }
    case "traffic_near": {
      const vertical = draft.verticalM.trim() === "" ? null : numberOf(draft.verticalM);
      return { kind: draft.kind, horizontal_m: numberOf(draft.horizontalM), vertical_m: vertical };
    }
    case "height_above":
      return { kind: draft.kind, metres: numberOf(draft.heightM), reference: draft.reference };
    case "unknown_id":
      return { kind: draft.kind, known: [...patternsOf(draft.known)] };
    case "implausible":
      return { kind: draft.kind };
    case "operator_far":
      return { kind: draft.kind, metres: numberOf(draft.farM) };
    case "sensor_silent":
      return { kind: draft.kind, sensor_id: draft.sensor.trim(), seconds: numberOf(draft.seconds) };
  }
}

function patternsOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A prohibited zone is critical, any other a warning. */
export function ruleOfZone({
  id,
  name,
  restriction,
}: Pick<ZoneProperties, "id" | "name" | "restriction">): AlertRuleInput {
  const severity = restriction === "prohibited" ? "critical" : "warning";
  return { kind: "area_entered", zone_id: id, name: name.slice(0, MAX_RULE_NAME), severity };
}

/** The area of a rule as the map draws it; a place is a circle. */
export function ruleSceneOf(draft: RuleDraft): PlanScene | undefined {
  if (draft.kind === "area_entered" && draft.area.points.length > 0) {
    return { shape: draft.area, takeoff: undefined, isEditable: !draft.isOfZone };
  }
  const place = draft.kind === "near" && draft.target === "place" ? placeOf(draft) : undefined;
  if (place === undefined) return undefined;
  const shape = { kind: "circle" as const, points: [place], radiusM: Math.max(1, numberOf(draft.horizontalM) || 1) };
  return { shape, takeoff: undefined, isEditable: true };
}
