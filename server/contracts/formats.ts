/**
 * What is written in a format: aircraft and other telemetry, the track or the states of a flight, any list of an account,
 * and the lists of operations and of flights, which are also drawn on maps.
 */
export type DocumentKind = "telemetry" | "flight_track" | "status_history" | "table" | "operation_list" | "flight_list";

type FormatDeclaration = {
  /** As `Accept` names it. */
  readonly mediaType: string;
  /** As `Content-Type` says it: text types name their charset, JSON (RFC 8259) and XML (by its declaration) need none. */
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
  /** Tracks as a map program draws them, not records. */
  readonly isMap: boolean;
  /** Whether uploads may be written in it. */
  readonly isRead: boolean;
  readonly writes: readonly DocumentKind[];
  /** Its rank where a person chooses a file. */
  readonly placeAsFile: number;
};

/** Every format that the API reads and writes, best first. A new one is declared here; what is missing for it does not compile. */
export const FORMATS = {
  json: {
    mediaType: "application/json",
    contentType: "application/json",
    extension: "json",
    isMap: false,
    isRead: true,
    writes: ["telemetry", "flight_track", "status_history", "table", "operation_list", "flight_list"],
    placeAsFile: 7,
  },
  ndjson: {
    mediaType: "application/x-ndjson",
    contentType: "application/x-ndjson",
    extension: "ndjson",
    isMap: false,
    isRead: false,
    writes: ["telemetry"],
    placeAsFile: 6,
  },
  csv: {
    mediaType: "text/csv",
    contentType: "text/csv; charset=utf-8",
    extension: "csv",
    isMap: false,
    isRead: true,
    writes: ["telemetry", "flight_track", "status_history", "table", "flight_list"],
    placeAsFile: 5,
  },
  gpx: {
    mediaType: "application/gpx+xml",
    contentType: "application/gpx+xml",
    extension: "gpx",
    isMap: true,
    isRead: true,
    writes: ["telemetry", "flight_track"],
    placeAsFile: 1,
  },
  kml: {
    mediaType: "application/vnd.google-earth.kml+xml",
    contentType: "application/vnd.google-earth.kml+xml",
    extension: "kml",
    isMap: true,
    isRead: true,
    writes: ["telemetry", "flight_track", "status_history"],
    placeAsFile: 2,
  },
  geojson: {
    mediaType: "application/geo+json",
    contentType: "application/geo+json",
    extension: "geojson",
    isMap: true,
    isRead: false,
    writes: ["telemetry", "flight_track", "operation_list", "flight_list"],
    placeAsFile: 3,
  },
  geojsonseq: {
    mediaType: "application/geo+json-seq",
    contentType: "application/geo+json-seq",
    extension: "geojsons",
    isMap: true,
    isRead: false,
    writes: ["telemetry", "flight_track", "operation_list", "flight_list"],
    placeAsFile: 4,
  },
} as const satisfies Readonly<Record<string, FormatDeclaration>>;

export type Format = keyof typeof FORMATS;

/** Formats that some kind of document is written in. */
export type FormatOf<D extends DocumentKind> = {
  [F in Format]: D extends (typeof FORMATS)[F]["writes"][number] ? F : never;
}[Format];

export type MapFormat = { [F in Format]: (typeof FORMATS)[F]["isMap"] extends true ? F : never }[Format];

const ALL_FORMATS = Object.keys(FORMATS) as readonly Format[];

/** Best first. */
export function formatsOf<D extends DocumentKind>(kind: D): readonly FormatOf<D>[] {
  const writes = (format: Format): format is FormatOf<D> =>
    (FORMATS[format].writes as readonly DocumentKind[]).includes(kind);
  return ALL_FORMATS.filter(writes);
}

/** Formats that some kind of document may be uploaded in. */
export type ReadableFormatOf<D extends DocumentKind> = {
  [F in FormatOf<D>]: (typeof FORMATS)[F]["isRead"] extends true ? F : never;
}[FormatOf<D>];

/** Best first. */
export function readableFormatsOf<D extends DocumentKind>(kind: D): readonly ReadableFormatOf<D>[] {
  const isRead = (format: FormatOf<D>): format is ReadableFormatOf<D> => FORMATS[format].isRead;
  return formatsOf(kind).filter(isRead);
}

/** In the order in which a person is offered them as files: those for maps first. */
export function fileFormatsOf<D extends DocumentKind>(kind: D): readonly FormatOf<D>[] {
  return [...formatsOf(kind)].sort((one, other) => FORMATS[one].placeAsFile - FORMATS[other].placeAsFile);
}

export function isMapFormat(format: Format): format is MapFormat {
  return FORMATS[format].isMap;
}

/** Reads a media type with or without parameters, in any case; not a range such as `text/*`. */
export function findFormat(mediaType: string): Format | undefined {
  const bare = mediaType.replace(/;.*/s, "").trim().toLowerCase();
  return ALL_FORMATS.find((format) => FORMATS[format].mediaType === bare);
}
