import {
  type BackupEncryption,
  type BackupFile,
  BackupSettingsChange,
  type BackupState,
  MIN_PASSPHRASE_CHARACTERS,
} from "../../../../../server/contracts/backups.ts";

/** The fields of the form; empty means none, or the station's own folder. */
export interface BackupDraft {
  readonly everyHours: string;
  readonly kept: string;
  readonly folder: string;
  readonly encryption: BackupEncryption["kind"];
  /** Public keys of age, one in a line. */
  readonly recipients: string;
  /** Empty: the stored passphrase stays. */
  readonly passphrase: string;
}

export type BackupField = BackupNumberField | "recipients" | "passphrase";
export type BackupNumberField = "everyHours" | "kept";

export type BackupDraftOutcome =
  | { readonly kind: "settings"; readonly settings: BackupSettingsChange }
  | { readonly kind: "problems"; readonly fields: readonly BackupField[] };

export const BACKUP_BOUNDS: Readonly<Record<BackupNumberField, { readonly min: number; readonly max: number }>> = {
  everyHours: { min: 1, max: 8760 },
  kept: { min: 1, max: 1000 },
};

export function backupDraftOf({ settings, encryption }: Pick<BackupState, "settings" | "encryption">): BackupDraft {
  const { every_hours, kept, folder } = settings;
  return {
    everyHours: every_hours === null ? "" : String(every_hours),
    kept: String(kept),
    folder: folder ?? "",
    encryption: encryption.kind,
    recipients: encryption.kind === "recipients" ? encryption.recipients.join("\n") : "",
    passphrase: "",
  };
}

/** The settings of a draft, validated by the station's own contract. */
export function backupSettingsOf(draft: BackupDraft, before: BackupEncryption): BackupDraftOutcome {
  const { everyHours, kept, folder } = draft;
  const parsed = BackupSettingsChange.safeParse({
    every_hours: everyHours.trim() === "" ? null : Number(everyHours),
    kept: kept.trim() === "" ? Number.NaN : Number(kept),
    folder: folder.trim() === "" ? null : folder.trim(),
    encryption: encryptionOf(draft),
  });
  // The console does not know a stored passphrase; if none is stored, it is required.
  const isMissing = draft.encryption === "passphrase" && draft.passphrase === "" && before.kind !== "passphrase";
  const missing: readonly BackupField[] = isMissing ? ["passphrase"] : [];
  if (parsed.success && !isMissing) return { kind: "settings", settings: parsed.data };
  const names: Readonly<Record<string, BackupField>> = { every_hours: "everyHours", kept: "kept" };
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ path }) => names[String(path[0])] ?? fieldOf(path[1]));
  return { kind: "problems", fields: [...new Set([...wrong, ...missing])] };
}

function fieldOf(name: PropertyKey | undefined): BackupField {
  return name === "passphrase" ? "passphrase" : "recipients";
}

function encryptionOf({ encryption, recipients, passphrase }: BackupDraft): BackupSettingsChange["encryption"] {
  switch (encryption) {
    case "none":
      return { kind: "none" };
    case "recipients":
      return { kind: "recipients", recipients: recipients.split(/\s+/).filter((key) => key !== "") };
    case "passphrase":
      return passphrase === "" ? { kind: "passphrase" } : { kind: "passphrase", passphrase };
  }
}

export { MIN_PASSPHRASE_CHARACTERS };

/** The command that restores a backup, to be run on the station's computer. */
export function restoreCommandOf({ path }: Pick<BackupFile, "path">, dataDir: string | null): string {
  const quoted = (text: string) => (/^[\w./:\\-]+$/.test(text) ? text : `"${text}"`);
  return `npm run station -- restore ${quoted(path)}${dataDir === null ? "" : ` --data ${quoted(dataDir)}`}`;
}
