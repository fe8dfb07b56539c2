import { fileFormatsOf } from "../../contracts/formats.ts";

/** What `export` writes. */
export const EXPORT_FORMATS = fileFormatsOf("telemetry");
