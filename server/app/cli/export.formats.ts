import { fileFormatsOf } from "../../contracts/formats.ts";

/** Formats that the command `export` writes. */
export const EXPORT_FORMATS = fileFormatsOf("telemetry");
