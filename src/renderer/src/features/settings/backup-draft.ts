import { type BackupFile, BackupSettings } from "../../../../../server/contracts/backups.ts";

/** The fields of the form; empty means none, or the station's own folder. */
export interface BackupDraft {
  readonly everyHours: string;
  readonly kept: string;
  readonly folder: string;
}

export type BackupNumberField = "everyHours" | "kept";

export type BackupDraftOutcome =
  | { readonly kind: "settings"; readonly settings: BackupSettings }
  | { readonly kind: "problems"; readonly fields: readonly BackupNumberField[] };

export const BACKUP_BOUNDS: Readonly<Record<BackupNumberField, { readonly min: number; readonly max: number }>> = {
  everyHours: { min: 1, max: 8760 },
  kept: { min: 1, max: 1000 },
};

export function backupDraftOf({ every_hours, kept, folder }: BackupSettings): BackupDraft {
  return { everyHours: every_hours === null ? "" : String(every_hours), kept: String(kept), folder: folder ?? "" };
}

/** The settings of a draft, validated by the station's own contract. */
export function backupSettingsOf({ everyHours, kept, folder }: BackupDraft): BackupDraftOutcome {
  const parsed = BackupSettings.safeParse({
    every_hours: everyHours.trim() === "" ? null : Number(everyHours),
    kept: kept.trim() === "" ? Number.NaN : Number(kept),
    folder: folder.trim() === "" ? null : folder.trim(),
  });
  if (parsed.success) return { kind: "settings", settings: parsed.data };
  const names: Readonly<Record<string, BackupNumberField>> = { every_hours: "everyHours", kept: "kept" };
  return { kind: "problems", fields: parsed.error.issues.flatMap(({ path }) => names[String(path[0])] ?? []) };
}

/** What puts a backup back, to be run on the station's computer. */
export function restoreCommandOf({ path }: BackupFile, dataDir: string | null): string {
  const quoted = (text: string) => (/^[\w./:\\-]+$/.test(text) ? text : `"${text}"`);
  return `npm run station -- restore ${quoted(path)}${dataDir === null ? "" : ` --data ${quoted(dataDir)}`}`;
}
