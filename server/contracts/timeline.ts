import { z } from "zod";
import { Alert } from "./alerts.ts";
import { type AltitudeType, Datetime, Moment, QueryNumber, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { Operation } from "./operations.ts";
import { defineRoutes } from "./route.ts";

/** What is needed to look at a past time: the timeline of a window, and the positions in a part of it. */

/** Most operations of a timeline; the earliest are listed. */
export const MAX_TIMELINE_OPERATIONS = 10_000;
/** Most notes, and most intervals of sources, of a timeline; the earliest are listed. Of alerts, the newest are. */
export const MAX_TIMELINE_MARKS = 5_000;
export const MAX_TIMELINE_DAYS = 31;
/** A day with a change to winter time has 25 hours. */
export const MAX_POSITION_HOURS = 25;
/** Approximate maximum of positions in one answer: where there are more, they are given at larger intervals. */
export const MAX_POSITIONS = 100_000;

/** `running`: it received or could have; `waiting`: it had failed and was tried again. */
export const SOURCE_INTERVAL_STATES = ["running", "waiting"] as const;
export type SourceIntervalState = (typeof SOURCE_INTERVAL_STATES)[number];

export const TimelineOperation = z
  .object({
    id: z.string().describe("Id of the operation."),
    ua_identifiers: Operation.shape.ua_identifiers,
    from: Datetime.describe("Capture time of its first record."),
    to: Datetime.describe("Capture time of its last record."),
    warnings: z.array(z.string()).describe("Types of its warnings; they belong to the whole operation."),
  })
  .meta({ id: "TimelineOperation", description: "When an operation was received." });
export type TimelineOperation = z.infer<typeof TimelineOperation>;

export const TimelineNote = z
  .object({
    operation_id: z.string().describe("The operation that it was written about."),
    time: Datetime.describe("When it was written."),
    note: z.string().describe("The text."),
  })
  .meta({ id: "TimelineNote", description: "A user's note on an operation, at the time it was written." });
export type TimelineNote = z.infer<typeof TimelineNote>;

export const SourceInterval = z
  .object({
    source_id: Uuid.describe("Id of the source; it may have been removed since."),
    name: z.string().describe("Its display name at that time."),
    state: z
      .enum(SOURCE_INTERVAL_STATES)
      .describe("`running`, or `waiting`: it had failed and was tried again automatically."),
    from: Datetime.describe("Since when."),
    to: Datetime.describe("Until when this is known."),
  })
  .meta({
    id: "SourceInterval",
    description: "How long a source was in one state. Between intervals it was off, or nothing is known.",
  });
export type SourceInterval = z.infer<typeof SourceInterval>;

export const Timeline = z
  .object({
    operations: z.array(TimelineOperation).describe("In the order of their first records."),
    is_complete: z
      .boolean()
      .describe(`False where something is left out: operations beyond ${MAX_TIMELINE_OPERATIONS}, or later marks.`),
    notes: z
      .array(TimelineNote)
      .describe("In the order they were written; only those that were written in the window."),
    alerts: z
      .array(Alert)
      .describe("Alerts that went on in the window, newest first; without those that later data contradict."),
    sources: z.array(SourceInterval).describe("In the order of their beginnings; kept for 90 days."),
  })
  .meta({ id: "Timeline", description: "What happened in a window of time, as far as the caller may read it." });
export type Timeline = z.infer<typeof Timeline>;

const perRecord = (what: string) =>
  z.array(z.number().nullable()).describe(`${what} of each record; null when unknown.`);
const heights = (reference: string) => perRecord(`Height above ${reference}, metres,`).optional();
const offset = z.int().describe("Milliseconds after `from` of the request.");
const latitude = z.number().min(-90).max(90).describe("Degrees north, WGS84.");
const longitude = z.number().min(-180).max(180).describe("Degrees east, WGS84.");

export const TrackPositions = z
  .object({
    operation_id: z.string().describe("The operation that it belongs to."),
    sensor_id: z.string().describe("The receiver that reported it."),
    times: z
      .array(z.int())
      .describe("Capture time of each record: milliseconds after `from` of the request, ascending."),
    latitudes: z.array(z.number()).describe("Degrees north of each record, WGS84."),
    longitudes: z.array(z.number()).describe("Degrees east of each record, WGS84."),
    headings: perRecord("Course over ground, degrees clockwise from true north,"),
    horizontal_speeds: perRecord("Speed over ground, metres per second,"),
    vertical_speeds: perRecord("Rate of climb, metres per second; down is negative,"),
    altitudes: z
      .object({
        MSL: heights("mean sea level (EGM96)"),
        WGS84: heights("the WGS84 ellipsoid"),
        AGL: heights("ground"),
        ATO: heights("take-off"),
        pressure: heights("the standard pressure surface"),
      } satisfies Record<AltitudeType, z.ZodType>)
      .describe("Heights, for each reference that is known at all."),
    states: z
      .array(
        z.object({
          time: offset,
          state: z.string().describe("The operational state from then on, as in telemetry."),
        }),
      )
      .describe("The operational state at the first record, and where it changes."),
    operator: z
      .array(
        z.object({
          time: offset,
          latitude,
          longitude,
          source_type: z.string().describe("As in operator telemetry."),
        }),
      )
      .describe("Where the operator was at first, and where that changes; empty when unknown."),
  })
  .meta({ id: "TrackPositions", description: "What one sensor received of one aircraft, in columns." });
export type TrackPositions = z.infer<typeof TrackPositions>;

export const Positions = z
  .object({
    spacing: z
      .number()
      .describe(
        "Seconds between the records that are given, at least; 0 for every record. Larger than asked where there are too many.",
      ),
    tracks: z.array(TrackPositions).describe("Nothing is interpolated: a gap in what was received is a gap here."),
    sensors: z
      .array(
        z.object({
          sensor_id: z.string().describe("The receiver."),
          time: offset,
          latitude,
          longitude,
        }),
      )
      .describe("Where the receivers were at first, and where that changes."),
  })
  .meta({ id: "Positions", description: "Positions of all aircraft in a window of time." });
export type Positions = z.infer<typeof Positions>;

const windowFields = {
  from: Moment.describe("Start; ISO 8601 with `Z` or an offset."),
  to: Moment.describe("End, inclusive, in the same form; not before `from`."),
};

export const PositionQuery = z.object({
  ...windowFields,
  bbox: z
    .string()
    .max(256)
    .optional()
    .describe(
      "`lon_min,lat_min,lon_max,lat_max` in degrees, of any size: only operations with a point inside, all of their telemetry. Everything when omitted.",
    ),
  spacing: QueryNumber.pipe(z.number().min(0).max(3600))
    .default(0)
    .describe(
      "Seconds between two records of a track, at least: the first one that is so much later is given. 0 for every record.",
    ),
});
export type PositionQuery = z.output<typeof PositionQuery>;

export const TimelineQuery = z.object(windowFields);

const replies = { 400: ErrorMessages, 401: Unauthenticated } as const;

export const timelineRoutes = defineRoutes({
  getTimeline: {
    method: "get",
    path: "/station/v1/timeline",
    tag: "Timeline",
    summary: "What happened in a window of time",
    description: `Operations, alerts, notes and the states of the sources, in few bytes. At most ${MAX_TIMELINE_DAYS} days.`,
    who: "user",
    query: TimelineQuery,
    replies: { 200: Timeline, ...replies },
  },
  listPositions: {
    method: "get",
    path: "/station/v1/timeline/positions",
    tag: "Timeline",
    summary: "Positions of all aircraft in a window of time",
    description: `For replaying traffic: in columns, with the fields that a map and a list show. At most ${MAX_POSITION_HOURS} hours. Accuracies and the other fields are in the telemetry lists.`,
    who: "user",
    query: PositionQuery,
    replies: { 200: Positions, ...replies },
  },
});
