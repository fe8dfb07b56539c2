import { z } from "zod";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** Maintenance of a running station: backups and self-diagnosis. */

export const Finding = z
  .object({
    subject: z.string().describe("What was checked."),
    ok: z.boolean().describe("Whether the check passed."),
    found: z.string().describe("A sentence on what was found, or what is missing."),
  })
  .meta({ id: "Finding", description: "The result of one check." });
export type Finding = z.infer<typeof Finding>;

export const Diagnosis = z
  .object({
    ok: z.boolean().describe("Whether all checks passed."),
    findings: z.array(Finding).describe("The individual checks."),
  })
  .meta({ id: "Diagnosis", description: "Whether a station has everything it needs." });
export type Diagnosis = z.infer<typeof Diagnosis>;

const TAG = "Station";
const failures = { 401: Unauthenticated, 403: ErrorMessages } as const;

export const maintenanceRoutes = defineRoutes({
  makeBackup: {
    method: "post",
    path: "/station/v1/backups",
    tag: TAG,
    summary: "Create and download a backup of the whole recording",
    description: `One SQLite file with all data: recordings and flights of all users, accounts and password hashes; keys and tokens in it are sealed or hashed.
Protect it like a key. The station keeps working meanwhile; data received after the start is not included. The backup is
verified before its first byte is sent, and the station does not keep a copy. Only one can run at a time; if the
connection breaks, the file is incomplete. A credential is always required, even where callers on the station's own
computer need none otherwise.`,
    who: "administrator",
    bytes: "application/vnd.sqlite3",
    replies: {
      200: z
        .custom<AsyncGenerator<Uint8Array, void, undefined>>(
          (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
        )
        .describe("The backup."),
      ...failures,
      409: ErrorMessages,
    },
  },
  diagnose: {
    method: "get",
    path: "/station/v1/diagnosis",
    tag: TAG,
    summary: "Check whether the station has everything it needs",
    who: "administrator",
    replies: { 200: Diagnosis, ...failures },
  },
});
