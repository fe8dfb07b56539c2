import { OPERATOR_KIND, UA_KIND, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";

/** The tables with the points of tracks that are not packed yet. */
export const ROW_TABLES: Readonly<Record<TrackKind, string>> = {
  [UA_KIND]: "ua_track",
  [OPERATOR_KIND]: "operator_track",
};

/** The only mapping between fields and columns: `latitudeE7` is `latitude_e7`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Selects the track as `track` and the others under their field names, in the order of the points of a segment. */
export function selectedPoints(fields: readonly string[]): string {
  return ["suboperation AS track", ...fields.map((field) => `${columnOf(field)} AS ${field}`)].join(", ");
}
