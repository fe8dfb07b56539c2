import { z } from "zod";
import { Datetime, Moment, QueryInteger, Uuid } from "./common.ts";
import { formatsOf } from "./formats.ts";
import { formatQuery } from "./pages.ts";
import { findCrossing } from "./region.crossing.ts";
import { Region } from "./region.ts";

/** Rules that a station judges on what it receives, and the alerts that they raise: not part of the cloud service. */

export const ALERT_RULE_KINDS = [
  "area_entered",
  "near",
  "height_above",
  "unknown_id",
  "implausible",
  "operator_far",
  "sensor_silent",
  "traffic_near",
] as const;
export type AlertRuleKind = (typeof ALERT_RULE_KINDS)[number];

export const ALERT_SEVERITIES = ["info", "warning", "critical"] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const HEIGHT_REFERENCES = ["ATO", "AGL", "MSL", "WGS84"] as const;
export type HeightReference = (typeof HEIGHT_REFERENCES)[number];

export const ALERT_STATES = ["active", "acknowledged", "resolved"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const Severity = z.enum(ALERT_SEVERITIES).describe("How urgent its alerts are.");
const Metres = z.number().positive().max(1_000_000);

export const NearTarget = z
  .union([
    z.object({
      latitude: z.number().min(-90).max(90).describe("Latitude of the place, degrees."),
      longitude: z.number().min(-180).max(180).describe("Longitude of the place, degrees."),
    }),
    z.object({ operation_id: Uuid.describe("Id of the operation.") }),
    z.literal("own_flights"),
    z.literal("station"),
  ])
  .describe(
    "A place, an operation, `own_flights`: those of the account that made the rule, or `station`: where its own receiver says that it is.",
  );
export type NearTarget = z.infer<typeof NearTarget>;

const AreaRegion = Region.refine((region) => !isCrossed(region), { message: "its sides cross" });

function isCrossed(region: Region): boolean {
  const geometry = region.type === "Feature" ? region.geometry : region;
  return geometry.type === "Polygon" && findCrossing(geometry.coordinates) !== undefined;
}

const ZoneId = Uuid.describe("Id of a stored zone: its outline, limits of height and times are taken over.");
const HorizontalM = Metres.describe("Distance over ground, metres.");
const VerticalM = Metres.nullish().describe(
  "Difference of height above the ellipsoid (WGS84), metres; not with a place or the station. Null for any.",
);
const HeightM = z.number().min(-1000).max(100_000).describe("Height, metres.");
const Reference = z
  .enum(HEIGHT_REFERENCES)
  .describe(
    "Reference of the height. `ATO` is judged where the aircraft reports it; `MSL` and `WGS84` are converted into each other (EGM96). `AGL` is what the aircraft reports, else computed from those where the station's folder has the height of the ground; over unknown ground nothing is judged.",
  );
const Known = z
  .array(z.string().min(1).max(64))
  .max(1000)
  .describe("Patterns for known identifiers: `*` and `?` as in file names, without regard to case.");
const DistanceM = Metres.describe("Distance over ground between the aircraft and its operator, metres.");
const SilentSensor = z.string().min(1).max(128).describe("Id of the sensor.");
const Seconds = z.int().min(10).max(86_400).describe("Seconds without any record.");

/** Longest name of a rule. */
export const MAX_RULE_NAME = 128;

const common = {
  name: z.string().trim().min(1).max(MAX_RULE_NAME).describe("Name, 1 to 128 characters; its alerts carry it."),
  enabled: z.boolean().default(true).describe("Whether it is judged."),
  severity: Severity,
  sound: z.boolean().default(true).describe("Whether the console sounds."),
  notify: z.boolean().default(true).describe("Whether the console shows a notification of the system."),
};

const kind = <const K extends string>(name: K, description: string) => z.literal(name).describe(description);

export const AlertRuleCreate = z
  .discriminatedUnion("kind", [
    z.object({
      ...common,
      kind: kind("area_entered", "An aircraft is inside a region."),
      region: AreaRegion.optional().describe("The region; required unless `zone_id` is given."),
      zone_id: ZoneId.optional(),
    }),
    z.object({
      ...common,
      kind: kind("near", "An aircraft comes near a place, an operation, the own flights or the station."),
      to: NearTarget,
      horizontal_m: HorizontalM,
      vertical_m: VerticalM,
    }),
    z.object({
      ...common,
      kind: kind("height_above", "An aircraft is above a height."),
      metres: HeightM,
      reference: Reference,
    }),
    z.object({
      ...common,
      kind: kind("unknown_id", "None of the identifiers of an aircraft matches a pattern."),
      known: Known,
    }),
    z.object({ ...common, kind: kind("implausible", "The operation has the warning `position_implausible`.") }),
    z.object({
      ...common,
      kind: kind("operator_far", "An aircraft is far from its operator."),
      metres: DistanceM,
    }),
    z.object({
      ...common,
      kind: kind("sensor_silent", "A sensor delivered nothing for some time."),
      sensor_id: SilentSensor,
      seconds: Seconds,
    }),
    z.object({
      ...common,
      kind: kind("traffic_near", "An aircraft with a crew, of an `adsb` source, comes near a drone."),
      horizontal_m: HorizontalM,
      vertical_m: VerticalM,
    }),
  ])
  .meta({ id: "AlertRuleCreate", description: "A rule to add; its parameters depend on its kind." });
export type AlertRuleCreate = z.output<typeof AlertRuleCreate>;
export type AlertRuleInput = z.input<typeof AlertRuleCreate>;

export const AlertRuleUpdate = z
  .object({
    name: common.name.optional(),
    enabled: z.boolean().optional().describe("Whether it is judged."),
    severity: Severity.optional(),
    sound: z.boolean().optional().describe("Whether the console sounds."),
    notify: z.boolean().optional().describe("Whether the console shows a notification of the system."),
    region: AreaRegion.optional().describe("`area_entered`: the region; a rule of a zone becomes one of this region."),
    to: NearTarget.optional(),
    horizontal_m: HorizontalM.optional(),
    vertical_m: VerticalM,
    metres: HeightM.optional(),
    reference: Reference.optional(),
    known: Known.optional(),
    sensor_id: SilentSensor.optional(),
    seconds: Seconds.optional(),
  })
  .meta({ id: "AlertRuleUpdate", description: "Changes to a rule; its kind cannot change." });
export type AlertRuleUpdate = z.output<typeof AlertRuleUpdate>;

export const AlertRule = z
  .object({
    id: Uuid.describe("Id of the rule."),
    ...common,
    enabled: z.boolean().describe("Whether it is judged."),
    sound: z.boolean().describe("Whether the console sounds."),
    notify: z.boolean().describe("Whether the console shows a notification of the system."),
    kind: z.enum(ALERT_RULE_KINDS).describe("What it is about."),
    region: Region.optional().describe("`area_entered`: the region."),
    zone_id: ZoneId.optional(),
    to: NearTarget.optional(),
    horizontal_m: HorizontalM.optional(),
    vertical_m: VerticalM,
    metres: HeightM.optional(),
    reference: Reference.optional(),
    known: Known.optional(),
    sensor_id: SilentSensor.optional(),
    seconds: Seconds.optional(),
    applies_from: Datetime.describe(
      "Records before this time are not judged: when it was switched on, or its condition last changed.",
    ),
    created: Datetime.describe("When it was added."),
    not_judged: z
      .int()
      .min(0)
      .optional()
      .describe(
        "`height_above`: how many aircraft in the air, of those that the caller may read, it cannot judge now because their height in its reference is not known. Left out while it is switched off, and in answers to changes.",
      ),
  })
  .meta({ id: "AlertRule", description: "A rule that raises alerts." });
export type AlertRule = z.infer<typeof AlertRule>;

export const Alert = z
  .object({
    id: Uuid.describe("Id of the alert."),
    rule_id: Uuid.describe("Id of the rule that raised it; the rule may be gone."),
    rule_name: z.string().describe("Name of the rule when it was raised."),
    kind: z.enum(ALERT_RULE_KINDS).describe("Kind of the rule."),
    severity: Severity,
    sound: z.boolean().describe("Whether the console sounds."),
    notify: z.boolean().describe("Whether the console shows a notification of the system."),
    operation_id: Uuid.nullable().describe("The operation that it is about; null for a sensor."),
    sensor_id: z.string().nullable().describe("The sensor that it is about; null for an operation."),
    state: z
      .enum(ALERT_STATES)
      .describe(
        "`active`, `acknowledged` while it goes on and somebody has acknowledged it, `resolved` when it ended.",
      ),
    began_at: Datetime.describe("Capture time of the first record for which the condition held."),
    last_at: Datetime.describe("Capture time of the last record for which the condition held."),
    ended_at: Datetime.nullable().describe("When it ended; null while it goes on."),
    latitude: z.number().nullable().describe("Latitude at `last_at`, degrees; null for a sensor."),
    longitude: z.number().nullable().describe("Longitude at `last_at`, degrees; null for a sensor."),
    detail: z
      .object({
        distance_m: z
          .number()
          .optional()
          .describe("`near`, `traffic_near`: the smallest distance over ground; `operator_far`: the greatest; metres."),
        height_m: z.number().optional().describe("`height_above`: the greatest height, metres."),
        reference: z.enum(HEIGHT_REFERENCES).optional().describe("`height_above`: reference of the height."),
        computed: z
          .literal(true)
          .optional()
          .describe("`height_above`: the aircraft does not report this height; it was computed over known ground."),
        identifier: z.string().optional().describe("An identifier of the aircraft; left out where it declares none."),
        zone_id: Uuid.optional().describe("`area_entered`: the zone that the rule was made from."),
        icao: z.string().optional().describe("`traffic_near`: address of the aircraft with a crew that was nearest."),
        contradicted: z
          .literal(true)
          .optional()
          .describe("Set when later data contradict the alert: with them it would not have been raised."),
      })
      .describe("Fields that depend on the kind."),
    acknowledged_by: z
      .object({
        id: Uuid.describe("Id of the account."),
        name: z.string().nullable().describe("Its name at that time; null when it has none."),
      })
      .nullable()
      .describe("Who acknowledged it; null while nobody has."),
    acknowledged_at: Datetime.nullable().describe("When it was acknowledged."),
    note: z.string().nullable().describe("Note of the person who acknowledged it."),
  })
  .meta({ id: "Alert", description: "A stretch of time in which the condition of a rule held." });
export type Alert = z.infer<typeof Alert>;

/** The longest stretch of a test. */
export const MAX_TEST_DAYS = 31;

export const StretchOfTime = z
  .object({
    from: Moment.describe("Start, ISO 8601 with offset."),
    to: Moment.describe(`End, ISO 8601 with offset; at most ${MAX_TEST_DAYS} days after the start.`),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { message: "must be after `from`", path: ["to"] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_TEST_DAYS * 86_400_000, {
    message: `must be at most ${MAX_TEST_DAYS} days after \`from\``,
    path: ["to"],
  })
  .meta({ id: "AlertRuleTest", description: "The stretch of the recording that a rule is tested on." });

export const AlertAcknowledgement = z
  .object({ note: z.string().trim().max(1000).nullish().describe("A note, at most 1000 characters.") })
  .meta({ id: "AlertAcknowledgement", description: "How an alert is acknowledged." });

export const ALERT_FORMATS = formatsOf("table");

const timeOf = (description: string) =>
  z
    .string()
    .max(64)
    .optional()
    .describe(`${description} ISO 8601 with \`Z\` or an offset, or a negative duration (\`-PT1H\`).`);

export const AlertQuery = z.object({
  ...formatQuery(ALERT_FORMATS),
  state: z
    .enum([...ALERT_STATES, "open"])
    .optional()
    .describe("Only this state; `open` for those that go on."),
  rule: Uuid.optional().describe("Only alerts of the rule with this id."),
  operation: Uuid.optional().describe("Only alerts of this operation."),
  from: timeOf("Only alerts that had not ended before this time."),
  to: timeOf("Only alerts that began at or before this time."),
  limit: QueryInteger.pipe(z.int().min(1).max(1000))
    .optional()
    .describe("Maximum number of alerts, at most 1000; default 100, and all of them as a table."),
  offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Number of alerts to skip, newest first."),
});
export type AlertQuery = z.output<typeof AlertQuery>;
