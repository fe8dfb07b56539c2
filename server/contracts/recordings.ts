import { z } from "zod";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** Recordings that a client uploads, so that a source of the kind `file` can replay them. */

export const MAX_RECORDING_BYTES = 8 * 1024 ** 3;

export const StoredRecording = z
  .object({
    path: z.string().describe("Where the station keeps it: the `path` in the settings of a source."),
    bytes: z.int().describe("Size of the file, bytes."),
  })
  .meta({
    id: "StoredRecording",
    description: "A recording that was uploaded. It is deleted with the last source that reads it.",
  });
export type StoredRecording = z.infer<typeof StoredRecording>;

export const recordingRoutes = defineRoutes({
  addRecording: {
    method: "post",
    path: "/station/v1/recordings",
    tag: "Sources",
    summary: "Upload a recording for a source",
    description:
      "The body is the file itself, or a form (`multipart/form-data`) with the file in its field `file`. It is kept until the last source that reads it is removed; one that no source reads is deleted when the station starts again.",
    who: "administrator",
    upload: ["file"],
    maxUploadBytes: MAX_RECORDING_BYTES,
    query: z.object({
      name: z.string().min(1).max(255).describe("Name of the file, with which its path ends."),
    }),
    replies: { 200: StoredRecording, 400: ErrorMessages, 401: Unauthenticated, 413: ErrorMessages, 507: ErrorMessages },
  },
});
