import type { Representation } from "../kernel/handler.ts";

export type Media = {
  /** As `Accept` names it. */
  readonly mediaType: string;
  /** As `Content-Type` says it: text types name their charset, JSON (RFC 8259) and XML (by its declaration) need none. */
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
};

export const MEDIA: Readonly<Record<Representation, Media>> = {
  json: media("application/json", "json"),
  ndjson: media("application/x-ndjson", "ndjson"),
  csv: { ...media("text/csv", "csv"), contentType: "text/csv; charset=utf-8" },
  gpx: media("application/gpx+xml", "gpx"),
  kml: media("application/vnd.google-earth.kml+xml", "kml"),
};

export const REPRESENTATIONS: readonly Representation[] = ["json", "ndjson", "csv", "gpx", "kml"];

/** Reads a media type with or without parameters, in any case; not a range such as `text/*`. */
export function findRepresentation(mediaType: string): Representation | undefined {
  const bare = mediaType.replace(/;.*/s, "").trim().toLowerCase();
  return REPRESENTATIONS.find((representation) => MEDIA[representation].mediaType === bare);
}

function media(mediaType: string, extension: string): Media {
  return { mediaType, contentType: mediaType, extension };
}
