import { z } from "zod";
import { Datetime, Moment, OperationId } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import type { FormatOf } from "./formats.ts";
import { defineRoutes } from "./route.ts";

/** Evidence packs, and the frames that are kept as they were received for them: not part of the cloud service. */

/** Formats of telemetry in a pack. */
export const EVIDENCE_FORMATS = ["ndjson", "gpx", "kml", "csv"] as const satisfies readonly FormatOf<"telemetry">[];
export type EvidenceFormat = (typeof EVIDENCE_FORMATS)[number];

/** Operations that may be named in one request. */
export const MAX_CHOSEN_OPERATIONS = 1000;
export const MAX_EVIDENCE_TITLE = 200;
/** Size of the largest pack that the station verifies on request; the command line has no limit. */
export const MAX_VERIFIED_BYTES = 2 * 1024 ** 3;

export const EvidenceRequest = z
  .object({
    title: z.string().trim().min(1).max(MAX_EVIDENCE_TITLE).describe("What the pack is about, 1 to 200 characters."),
    from: Moment.optional().describe(
      "Start of the time that it covers; without it and with `operations`, when the first of them began.",
    ),
    to: Moment.optional().describe(
      "End of the time that it covers; without it and with `operations`, when the last of them ended.",
    ),
    bbox: z
      .union([z.string().min(1).max(128), z.array(z.number()).length(4)])
      .optional()
      .describe(
        "`lon_min,lat_min,lon_max,lat_max` in degrees, as text or as four numbers, of any size: whole operations with a point inside.",
      ),
    operations: z
      .array(OperationId)
      .min(1)
      .max(MAX_CHOSEN_OPERATIONS)
      .optional()
      .describe("Only these operations; all that the caller can read when omitted."),
    formats: z
      .array(z.enum(EVIDENCE_FORMATS))
      .default(["ndjson"])
      .describe("Formats of the telemetry. What each sensor received is in the pack as NDJSON in any case."),
    with_alerts: z.boolean().default(true).describe("Whether alerts and notes are in it."),
    with_raw: z
      .boolean()
      .default(false)
      .describe(
        "Whether the frames that were kept as they were received are in it. For administrators only: nobody can tell whose they are.",
      ),
  })
  .meta({ id: "EvidenceRequest", description: "What an evidence pack is to hold." });
export type EvidenceRequest = z.output<typeof EvidenceRequest>;

export const PACK_FILE_STATES = ["changed", "missing", "added", "twice"] as const;

export const EvidenceVerdict = z
  .object({
    ok: z
      .boolean()
      .describe("Whether nothing was changed and the signature is right, by the named key where one was named."),
    title: z.string().nullable().describe("Title of the pack, as stated in it; null when that cannot be read."),
    made_at: z.string().nullable().describe("When it was made, as stated in it; null when that cannot be read."),
    files: z.int().describe("Number of files that are as they were signed."),
    problems: z
      .array(
        z.object({
          path: z.string().describe("The file in the pack."),
          state: z.enum(PACK_FILE_STATES).describe("`changed`, `missing`, `added` afterwards, or in the pack `twice`."),
        }),
      )
      .describe("Files that are not as they were signed."),
    chains: z
      .array(
        z.object({
          path: z.string().describe("A file of records."),
          records: z.int().describe("Number of records in it now."),
          signed_records: z.int().nullable().describe("Number of records that were signed; null when that is lost."),
          broken_at: z
            .int()
            .nullable()
            .describe("Number of the first record (line, from 1) that is not as it was; null when all are."),
        }),
      )
      .describe("The chains of record hashes."),
    signature: z.enum(["valid", "invalid", "missing"]).describe("The signature over `SHA256SUMS`."),
    manifest: z
      .enum(["derived", "different", "missing"])
      .describe("Whether the manifest says what follows from the files."),
    key: z
      .enum(["named", "own", "unnamed", "other"])
      .describe(
        "Whose key the pack carries: the one that was named, this station's `own`, one that was `unnamed`, or an `other` than the one named.",
      ),
    key_fingerprint: z
      .string()
      .nullable()
      .describe("SHA-256 of the public key in the pack (its DER form), hexadecimal; null when there is none."),
    time_stamp: z
      .boolean()
      .describe("Whether a time stamp (RFC 3161) was put beside `SHA256SUMS`; it is not judged here."),
  })
  .meta({ id: "EvidenceVerdict", description: "What was found in an evidence pack." });
export type EvidenceVerdict = z.infer<typeof EvidenceVerdict>;

export const RawFrameSettings = z
  .object({
    enabled: z.boolean().describe("Whether frames are kept as they are received; off on a new station."),
    keep_days: z.int().min(1).max(3650).describe("After this many days they are removed."),
  })
  .meta({ id: "RawFrameSettings", description: "Whether and for how long frames are kept as they are received." });
export type RawFrameSettings = z.output<typeof RawFrameSettings>;

export const RawFrameState = z
  .object({
    settings: RawFrameSettings.describe("The settings in effect."),
    frames: z.int().describe("Number of frames that are kept."),
    bytes: z.int().describe("Their size, bytes."),
    oldest_at: Datetime.nullable().describe("When the oldest was received; null when there is none."),
    dropped: z
      .int()
      .describe("Number of frames since the start that were not kept, because the disk was full or too slow."),
  })
  .meta({ id: "RawFrameState", description: "The frames that are kept as they were received." });
export type RawFrameState = z.infer<typeof RawFrameState>;

const TAG = "Evidence";
const PATH = "/station/v1/evidence";
const RAW_PATH = "/station/v1/settings/raw-frames";
const settings = { tag: TAG, who: "administrator" } as const;
const failures = { 401: Unauthenticated, 403: ErrorMessages } as const;

export const evidenceRoutes = defineRoutes({
  makeEvidence: {
    method: "post",
    path: PATH,
    tag: TAG,
    summary: "Make an evidence pack of a stretch of time, a place or some operations",
    description: `A zip archive with the telemetry in open formats, what each sensor received and when, sources,
alerts and notes, the software's versions and clocks, and a report that opens alone in a browser. \`SHA256SUMS\` lists every file
but itself and \`manifest.json\`, which has the Ed25519 signature over its bytes. What the caller may not read is not in it. The
same request over the same records gives the same data; \`about.json\` and \`report.html\` say when the pack was made. The
pack is written while it is sent: if the connection breaks, the file is incomplete and cannot be opened.`,
    who: "user",
    body: EvidenceRequest,
    bytes: "application/zip",
    isDocument: true,
    replies: {
      200: z
        .custom<AsyncGenerator<Uint8Array, void, undefined>>(
          (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
        )
        .describe("The pack."),
      400: ErrorMessages,
      ...failures,
      404: ErrorMessages,
    },
  },
  verifyEvidence: {
    method: "post",
    path: `${PATH}/verify`,
    tag: TAG,
    summary: "Say whether an evidence pack was changed",
    description:
      "The body is the pack, or a form (`multipart/form-data`) with it in the field `file`. Every file is compared with `SHA256SUMS`, every record with its chain, the manifest with what follows from the files, and the signature is checked: with `key`, or else with the key in the pack, whose fingerprint the answer gives. Nothing is kept.",
    who: "user",
    upload: ["file"],
    maxUploadBytes: MAX_VERIFIED_BYTES,
    query: z.object({
      key: z
        .string()
        .max(1024)
        .optional()
        .describe("The public key that the pack has to be signed with, PEM; any station's `evidence_key`."),
    }),
    replies: {
      200: EvidenceVerdict,
      400: ErrorMessages,
      401: Unauthenticated,
      413: ErrorMessages,
      507: ErrorMessages,
    },
  },
  getRawFrames: {
    ...settings,
    method: "get",
    path: RAW_PATH,
    summary: "Whether frames are kept as they are received, and how many",
    replies: { 200: RawFrameState, ...failures },
  },
  setRawFrames: {
    ...settings,
    method: "put",
    path: RAW_PATH,
    summary: "Switch the keeping of frames on or off, and say for how long",
    description: "What was kept stays until it is old enough, also when the keeping is switched off.",
    body: RawFrameSettings,
    replies: { 200: RawFrameState, 400: ErrorMessages, ...failures },
  },
});
