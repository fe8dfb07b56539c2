import { z } from "zod";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** What keeps a running station in order: its backup, and a look at everything it needs. */

export const Finding = z
  .object({
    subject: z.string().describe("What was looked at."),
    ok: z.boolean().describe("Whether it is as it must be."),
    found: z.string().describe("What was found, or what is missing, in words."),
  })
  .meta({ id: "Finding", description: "One thing that a station needs." });
export type Finding = z.infer<typeof Finding>;

export const Diagnosis = z
  .object({
    ok: z.boolean().describe("Whether nothing is missing."),
    findings: z.array(Finding).describe("What was looked at, one by one."),
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
    summary: "Make a backup of the whole recording and send it",
    description: `One SQLite file with everything: flights of everybody, accounts, password hashes and signing keys. Guard it like a
key. The station goes on working; what comes in after the begin is not in it. It is checked before its first byte is
sent, and is not kept by the station. One at a time; a connection that is cut left it incomplete. Also where callers on the
station's own computer need no credential, this needs one.`,
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
    summary: "Look at everything the station needs, and say what is missing",
    who: "administrator",
    replies: { 200: Diagnosis, ...failures },
  },
});
