import type { Representation } from "../../kernel/handler.ts";

export const EXPORT_FORMATS = ["gpx", "kml", "csv", "ndjson", "json"] as const satisfies readonly Representation[];
