import { fileFormatsOf } from "../../contracts/formats.ts";

/** Formats that the command `export` writes: those of the API, and a GeoPackage, which is a file of several layers. */
export const EXPORT_FORMATS = [...fileFormatsOf("telemetry"), "gpkg"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
