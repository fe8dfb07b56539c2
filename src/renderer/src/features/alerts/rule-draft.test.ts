import { describe, expect, it } from "vitest";
import { AlertRule, AlertRuleCreate, type AlertRuleInput } from "../../../../../server/contracts/alerts.ts";
import { COORDINATE_FORMATS, formatCoordinates } from "../../ui/coordinates.ts";
import { formatPosition } from "../../ui/units.ts";
import {
  ruleChangesOf,
  draftOfRule,
  newRuleDraft,
  problemsOfRule,
  ruleRequestOf,
  ruleOfZone,
  ruleSceneOf,
} from "./rule-draft.ts";

const SQUARE = [
  [14, 50],
  [14.1, 50],
  [14.1, 50.1],
  [14, 50],
];
const common = { name: "A rule", severity: "critical", sound: false, notify: true } as const;
const RULES: readonly AlertRuleInput[] = [
  { ...common, kind: "area_entered", region: { type: "Polygon", coordinates: [SQUARE] } },
  { ...common, kind: "area_entered", region: { type: "Point", coordinates: [14, 50], radius: 300 } },
  { ...common, kind: "near", to: { latitude: 50, longitude: 14 }, horizontal_m: 300, vertical_m: null },
  { ...common, kind: "near", to: "own_flights", horizontal_m: 300, vertical_m: 50 },
  {
    ...common,
    kind: "near",
    to: { operation_id: "0d0f3f9c-6f3c-4a8e-9f0e-000000000001" },
    horizontal_m: 1,
    vertical_m: null,
  },
  { ...common, kind: "height_above", metres: 150, reference: "MSL" },
  { ...common, kind: "unknown_id", known: ["1596F*", "AT-?"] },
  { ...common, kind: "implausible" },
  { ...common, kind: "operator_far", metres: 2500 },
  { ...common, kind: "traffic_near", horizontal_m: 3000, vertical_m: 300 },
  { ...common, kind: "traffic_near", horizontal_m: 3000, vertical_m: null },
  { ...common, kind: "sensor_silent", sensor_id: "ROOF", seconds: 90 },
];

const stored = (input: AlertRuleInput): AlertRule =>
  AlertRule.parse({
    ...input,
    id: "0d0f3f9c-6f3c-4a8e-9f0e-000000000002",
    enabled: true,
    applies_from: "2026-11-01T10:00:00.000Z",
    created: "2026-11-01T10:00:00.000Z",
  });

describe("a rule that is edited", () => {
  it.each(RULES)("is the same when nothing was changed: %j", (input) => {
    const draft = draftOfRule(stored(input), formatPosition);
    expect(problemsOfRule(draft)).toEqual([]);
    expect(ruleRequestOf(draft)).toEqual(input);
    expect(AlertRuleCreate.safeParse(ruleRequestOf(draft)).success).toBe(true);
    expect(ruleChangesOf(draft)).not.toHaveProperty("kind");
  });

  it("shows its place in any format of coordinates, and is saved with the one that was stored", () => {
    const to = { latitude: 50.087_654_321, longitude: 14.421_234_567 };
    const input = { ...common, kind: "near", to, horizontal_m: 300, vertical_m: null } as const;
    for (const format of COORDINATE_FORMATS) {
      const draft = draftOfRule(stored(input), (place) => formatCoordinates(place, format) ?? "");
      expect(draft.place).toBe(formatCoordinates(to, format));
      expect(ruleRequestOf(draft)).toEqual(input);
      expect(ruleSceneOf(draft)?.shape?.points).toEqual([to]);
      const typed = { ...draft, place: "50.5, 14.25" };
      expect(ruleRequestOf(typed)).toMatchObject({ to: { latitude: 50.5, longitude: 14.25 } });
    }
  });

  it("of a zone keeps its area", () => {
    const zoneId = "0d0f3f9c-6f3c-4a8e-9f0e-000000000003";
    const draft = draftOfRule({ ...stored(RULES[0]!), zone_id: zoneId }, formatPosition);
    expect(ruleChangesOf(draft)).toEqual(common);
    expect(ruleSceneOf(draft)).toMatchObject({ isEditable: false });
    expect(ruleOfZone({ id: zoneId, name: "River", restriction: "prohibited" })).toMatchObject({
      severity: "critical",
    });
  });
});

it("lists the missing fields of the chosen kind only", () => {
  const blank = newRuleDraft();
  expect(problemsOfRule(blank)).toEqual(["name", "area"]);
  const named = { ...blank, name: "Mine" };
  expect(problemsOfRule({ ...named, kind: "near" })).toEqual(["place"]);
  expect(problemsOfRule({ ...named, kind: "near", target: "operation", horizontalM: "" })).toEqual([
    "operation",
    "number",
  ]);
  expect(problemsOfRule({ ...named, kind: "height_above", heightM: "high" })).toEqual(["number"]);
  expect(problemsOfRule({ ...named, kind: "unknown_id", known: " \n" })).toEqual(["known"]);
  expect(problemsOfRule({ ...named, kind: "sensor_silent", seconds: "5" })).toEqual(["sensor", "number"]);
  expect(problemsOfRule({ ...named, kind: "implausible" })).toEqual([]);
});
