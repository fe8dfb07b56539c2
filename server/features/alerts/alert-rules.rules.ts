import { AlertRuleCreate, type AlertRuleUpdate } from "../../contracts/alerts.ts";
import type { ZoneFeature } from "../../contracts/zones.ts";
import type { Condition, StoredRule } from "./alert.model.ts";

export type ConditionOutcome =
  | { readonly kind: "condition"; readonly condition: Condition }
  | { readonly kind: "refused"; readonly message: string };

/** Parameters of each kind, in addition to those that every rule has. */
const PARAMETERS: Readonly<Record<Condition["kind"], readonly (keyof AlertRuleUpdate)[]>> = {
  area_entered: ["region"],
  near: ["to", "horizontal_m", "vertical_m"],
  height_above: ["metres", "reference"],
  unknown_id: ["known"],
  implausible: [],
  operator_far: ["metres"],
  sensor_silent: ["sensor_id", "seconds"],
  traffic_near: ["horizontal_m", "vertical_m"],
};
const COMMON: readonly (keyof AlertRuleUpdate)[] = ["name", "enabled", "severity", "sound", "notify"];

/** The condition of a rule to add. */
export function conditionOf(
  input: AlertRuleCreate,
  findZone: (id: string) => ZoneFeature | undefined,
): ConditionOutcome {
  switch (input.kind) {
    case "area_entered":
      return areaOf(input, findZone);
    case "near": {
      const { kind, to, horizontal_m, vertical_m } = input;
      if (typeof to !== "string" && "latitude" in to && vertical_m !== null && vertical_m !== undefined) {
        return refused("vertical_m: a place has no height; leave it out.");
      }
      if (to === "station" && vertical_m !== null && vertical_m !== undefined) {
        return refused("vertical_m: the height of the station is not compared; leave it out.");
      }
      return { kind: "condition", condition: { kind, to, horizontal_m, vertical_m: vertical_m ?? null } };
    }
    case "traffic_near": {
      const { kind, horizontal_m, vertical_m } = input;
      return { kind: "condition", condition: { kind, horizontal_m, vertical_m: vertical_m ?? null } };
    }
    default: {
      const {
        name: _name,
        enabled: _enabled,
        severity: _severity,
        sound: _sound,
        notify: _notify,
        ...condition
      } = input;
      return { kind: "condition", condition };
    }
  }
}

function areaOf(
  { kind, region, zone_id: zoneId }: Extract<AlertRuleCreate, { readonly kind: "area_entered" }>,
  findZone: (id: string) => ZoneFeature | undefined,
): ConditionOutcome {
  if (zoneId === undefined) {
    if (region === undefined) return refused("region: draw the area, or name a zone with `zone_id`.");
    return { kind: "condition", condition: { kind, region, zone: null } };
  }
  if (region !== undefined) return refused("region: leave it out where `zone_id` is given.");
  const zone = findZone(zoneId);
  if (zone === undefined) return refused("zone_id: there is no such zone.");
  const [first, ...polygons] = zone.geometry.coordinates;
  const { lower, upper, periods } = zone.properties;
  return {
    kind: "condition",
    condition: {
      kind,
      region: { type: "Polygon", coordinates: first ?? [] },
      zone: { id: zoneId, polygons, lower, upper, periods },
    },
  };
}

/** A rule with changes. Its alerts continue unless its condition has changed. */
export function updatedRule(
  rule: StoredRule,
  update: AlertRuleUpdate,
  by: { readonly userId: string; readonly nowMs: number },
):
  | { readonly kind: "rule"; readonly rule: StoredRule; readonly isJudgedAnew: boolean }
  | { readonly kind: "refused"; readonly message: string } {
  const { condition } = rule;
  const allowed = [...COMMON, ...PARAMETERS[condition.kind]];
  const given = (Object.keys(update) as (keyof AlertRuleUpdate)[]).filter((key) => update[key] !== undefined);
  const foreign = given.find((key) => !allowed.includes(key));
  if (foreign !== undefined)
    return refused(`${foreign}: a rule of the kind \`${condition.kind}\` has no such parameter.`);
  let changed = condition;
  if (given.some((key) => PARAMETERS[condition.kind].includes(key))) {
    const parsed = AlertRuleCreate.safeParse({
      ...toParameters(condition),
      // A separate region replaces the zone.
      ...(update.region !== undefined && { zone_id: undefined }),
      ...update,
      name: rule.name,
      severity: rule.severity,
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refused(`${issue?.path.join(".") ?? "body"}: ${issue?.message ?? "cannot be read"}`);
    }
    const outcome = conditionOf(parsed.data, () => undefined);
    if (outcome.kind === "refused") return outcome;
    changed = outcome.condition;
  }
  const isEnabled = update.enabled ?? rule.isEnabled;
  const isJudgedAnew = isEnabled !== rule.isEnabled || JSON.stringify(changed) !== JSON.stringify(condition);
  return {
    kind: "rule",
    isJudgedAnew,
    rule: {
      ...rule,
      name: update.name ?? rule.name,
      isEnabled,
      severity: update.severity ?? rule.severity,
      hasSound: update.sound ?? rule.hasSound,
      hasNotification: update.notify ?? rule.hasNotification,
      condition: changed,
      // A rule that every new station has protects the flights of the user who switches it on.
      creatorId: rule.createdMs === 0 ? by.userId : rule.creatorId,
      appliesFromMs: isJudgedAnew ? by.nowMs : rule.appliesFromMs,
    },
  };
}

/** The parameters of a condition in the form of the API. */
export function toParameters(condition: Condition) {
  if (condition.kind !== "area_entered") return condition;
  const { kind, region, zone } = condition;
  return zone === null ? { kind, region } : { kind, region, zone_id: zone.id };
}

function refused(message: string): { readonly kind: "refused"; readonly message: string } {
  return { kind: "refused", message };
}
