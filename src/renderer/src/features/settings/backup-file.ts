import { BACKUP_STARTS } from "../../../../../server/contracts/backups.ts";

const MAX_START_CHARACTERS = Math.max(...BACKUP_STARTS.map((start) => start.length));

/** Whether a file can be a backup, by its first bytes: so a large file of another kind is refused before it is sent. */
export async function canBeBackup(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, MAX_START_CHARACTERS).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  return BACKUP_STARTS.some((one) => start.startsWith(one));
}
