import { z } from "zod";
import { Datetime } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** Backups that a station makes by itself: not part of the cloud service. */

/** Size of the largest backup that can be uploaded. */
export const MAX_BACKUP_BYTES = 1024 ** 4;

/** The first bytes of a file that can be a backup, as text: an SQLite database, or a file encrypted with age. */
export const BACKUP_STARTS: readonly string[] = ["SQLite format 3\0", "age-encryption.org/v1\n"];

/** Shortest passphrase of a backup: whoever has the file can try as often as they like. */
export const MIN_PASSPHRASE_CHARACTERS = 12;

const Recipients = z
  .array(z.string().min(1).max(4096))
  .min(1)
  .max(20)
  .describe("Public keys of age (`age1…`), one to twenty; each of their identities opens the backup.");

export const BackupEncryption = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("none").describe("Not encrypted.") }),
    z.object({ kind: z.literal("recipients").describe("To public keys."), recipients: Recipients }),
    z.object({ kind: z.literal("passphrase").describe("With a passphrase, which is not returned.") }),
  ])
  .meta({
    id: "BackupEncryption",
    description: "How backups are encrypted, in the format age-encryption.org/v1, which the program `age` opens.",
  });
export type BackupEncryption = z.output<typeof BackupEncryption>;

const BackupEncryptionChange = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("none").describe("Not encrypted.") }),
    z.object({ kind: z.literal("recipients").describe("To public keys."), recipients: Recipients }),
    z.object({
      kind: z.literal("passphrase").describe("With a passphrase."),
      passphrase: z
        .string()
        .min(MIN_PASSPHRASE_CHARACTERS)
        .max(1024)
        .optional()
        .describe("The passphrase, 12 to 1024 characters; when omitted, the one that is set stays."),
    }),
  ])
  .meta({ id: "BackupEncryptionChange", description: "How backups are to be encrypted." });

export const BackupSettings = z
  .object({
    every_hours: z
      .int()
      .min(1)
      .max(24 * 365)
      .nullable()
      .describe("How many hours after the last backup the next one is made; null for none by itself."),
    kept: z.int().min(1).max(1000).describe("Number of backups that are kept; the oldest is removed after a new one."),
    folder: z
      .string()
      .min(1)
      .max(4096)
      .nullable()
      .describe(
        "Absolute path of the folder for backups, best on another disk; null for the folder `backups` of the data directory.",
      ),
  })
  .meta({ id: "BackupSettings", description: "When and where the station makes backups of itself." });
export type BackupSettings = z.output<typeof BackupSettings>;

export const BackupSettingsChange = BackupSettings.extend({
  encryption: BackupEncryptionChange.optional().describe("How backups are encrypted; unchanged when omitted."),
}).meta({ id: "BackupSettingsChange", description: "When, where and how the station makes backups of itself." });
export type BackupSettingsChange = z.output<typeof BackupSettingsChange>;

export const BackupFile = z
  .object({
    path: z.string().describe("Path of the file on the station's computer, as the command `restore` takes it."),
    made_at: Datetime.describe("When its contents were read."),
    verified_at: Datetime.describe(
      "When it had been restored into an empty directory, and everything was counted there.",
    ),
    bytes: z.int().describe("Size, bytes."),
    is_encrypted: z
      .boolean()
      .describe("Whether it is encrypted. It was verified before that; with a passphrase it was opened again as well."),
    operations: z.int().describe("Number of operations in it."),
    records: z.int().describe("Number of aircraft telemetry records in it."),
    accounts: z.int().describe("Number of accounts in it."),
  })
  .meta({ id: "BackupFile", description: "A backup that was restored once to see that it can be." });
export type BackupFile = z.infer<typeof BackupFile>;

export const FoundBackup = z
  .object({
    path: z.string().describe("Path of the file on the station's computer."),
    changed_at: Datetime.describe("When the file was last written to."),
    bytes: z.int().describe("Size, bytes."),
    is_encrypted: z.boolean().describe("Whether it is encrypted."),
  })
  .meta({
    id: "FoundBackup",
    description:
      "A file that can be restored and that this recording does not know as its own backup: copied into the folder, made later than this recording, the recording that another restore has replaced, or the file that was given last.",
  });
export type FoundBackup = z.infer<typeof FoundBackup>;

export const RESTORE_PHASES = ["checking", "waiting", "failed", "done"] as const;

export const RestoreState = z
  .object({
    phase: z
      .enum(RESTORE_PHASES)
      .describe(
        "`checking`: the backup is copied beside the recording and read; `waiting`: it takes the recording's place at the next start, which may have begun; `failed`: nothing was changed, or the former recording was put back; `done`: the station started with it.",
      ),
    path: z.string().describe("Path of the backup."),
    asked_at: Datetime.describe("When somebody asked for it."),
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        "While checking, the fraction that was copied, 0 to 1; null before that, while its pages are read, and later.",
      ),
    kept_as: z
      .string()
      .nullable()
      .describe("Path under which the former recording is kept, or will be; null while checking, and after a failure."),
    msg: z.string().nullable().describe("Why it failed, as a sentence; null unless it did."),
  })
  .meta({ id: "RestoreState", description: "A backup that is being restored, or what became of the last one." });
export type RestoreState = z.infer<typeof RestoreState>;

export const RestoreRequest = z
  .object({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe("Path of one of `backups` or `found`, as it is there; other files are refused."),
    passphrase: z
      .string()
      .min(1)
      .max(1024)
      .optional()
      .describe("Passphrase of an encrypted backup, at most 1024 characters. It is not stored."),
    identities: z
      .array(z.string().min(1).max(4096))
      .min(1)
      .max(20)
      .optional()
      .describe(
        "Identities of age (`AGE-SECRET-KEY-…`), for a backup that is encrypted to public keys. They are not stored.",
      ),
  })
  .meta({ id: "RestoreRequest", description: "Which backup takes the place of the recording." });
export type RestoreRequest = z.output<typeof RestoreRequest>;

export const BackupState = z
  .object({
    settings: BackupSettings.describe("The settings in effect."),
    encryption: BackupEncryption.describe("How backups are encrypted."),
    folder: z.string().describe("The folder that backups are written to."),
    is_running: z.boolean().describe("Whether a backup is being made or verified at the moment."),
    next_at: Datetime.nullable().describe("When the next one is due; null for none by itself."),
    last_failure: z
      .object({ at: Datetime.describe("When it failed."), msg: z.string().describe("Why, as a sentence.") })
      .nullable()
      .describe("Why the last attempt failed; null when it did not."),
    backups: z.array(BackupFile).describe("The backups that are in place, newest first."),
    found: z
      .array(FoundBackup)
      .describe(
        "Other files that can be restored, newest first: in the folder and beside the recording at most 200, and the file that was given last.",
      ),
    max_upload_bytes: z.int().describe("Size of the largest backup that can be uploaded now, bytes."),
    restore: RestoreState.nullable().describe(
      "The restore that is under way, or how the last one ended; null for none.",
    ),
    restarts_itself: z
      .boolean()
      .describe(
        "Whether the station starts again by itself for a restore; otherwise a person has to end and start it.",
      ),
  })
  .meta({ id: "BackupState", description: "The backups of the station." });
export type BackupState = z.infer<typeof BackupState>;

const administrator = { tag: "Station", who: "administrator" } as const;
const PATH = "/station/v1/settings/backups";
const failures = { 401: Unauthenticated, 403: ErrorMessages } as const;

export const backupRoutes = defineRoutes({
  getBackups: {
    ...administrator,
    method: "get",
    path: PATH,
    summary: "The backups of the station, and when they are made",
    replies: { 200: BackupState, ...failures },
  },
  setBackups: {
    ...administrator,
    method: "put",
    path: PATH,
    summary: "Change when and where backups are made",
    description:
      "The folder must exist and the station must be able to write there. Backups elsewhere stay where they are, and as they are.",
    body: BackupSettingsChange,
    replies: { 200: BackupState, 400: ErrorMessages, ...failures },
  },
  startBackup: {
    ...administrator,
    method: "post",
    path: `${PATH}/run`,
    summary: "Make a backup now",
    description:
      "Responds immediately. The backup is written, restored into an empty directory next to it and counted there, before it appears in the list and the oldest one is removed.",
    replies: { 202: BackupState, ...failures, 409: ErrorMessages },
  },
  addBackupFile: {
    ...administrator,
    method: "post",
    path: `${PATH}/files`,
    summary: "Give a file that is to be restored: upload it, or name one on the station's disk",
    description:
      "The body is the file itself, or a form (`multipart/form-data`) with the file in its field `file`; or `{path}` as JSON for a file on the station's own disk, which is read where it is. Nothing is restored yet: the file is among `found` then, until another one is given or the station starts again, when an uploaded one is deleted. What is neither a recording of a station nor an encrypted backup is refused in one sentence, and nothing is kept.",
    upload: ["file"],
    maxUploadBytes: MAX_BACKUP_BYTES,
    query: z.object({
      name: z.string().min(1).max(255).optional().describe("Name of the file, with which its path ends."),
      changed_at: Datetime.optional().describe("When the file was last written to, where it comes from; else now."),
    }),
    body: z
      .object({ path: z.string().min(1).max(4096).describe("Absolute path of the file on the station's disk.") })
      .optional(),
    replies: {
      200: FoundBackup,
      400: ErrorMessages,
      ...failures,
      409: ErrorMessages,
      413: ErrorMessages,
      507: ErrorMessages,
    },
  },
  startRestore: {
    ...administrator,
    method: "post",
    path: `${PATH}/restore`,
    summary: "Restore a backup",
    description: `Responds once the backup could be opened. It is copied beside the recording, decrypted where it is encrypted, and
every page is read; then it waits, and takes the place of the recording when the station starts. Where \`restarts_itself\`
is true, the station ends all connections and starts again at once. The former recording is kept as \`kept_as\`. Accounts,
passwords, tokens and sign-ins are those of the backup from then on.`,
    body: RestoreRequest,
    replies: { 202: BackupState, 400: ErrorMessages, ...failures, 409: ErrorMessages, 507: ErrorMessages },
  },
  endRestore: {
    ...administrator,
    method: "delete",
    path: `${PATH}/restore`,
    summary: "Cancel a restore, or put away how the last one ended",
    description:
      "One that is being checked or waits for the next start is cancelled, and its copy removed. Of one that has ended, only `restore` becomes null.",
    replies: { 204: null, ...failures, 404: ErrorMessages },
  },
});
