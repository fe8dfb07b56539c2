import type Database from "better-sqlite3";

/** The order in which backups were made, which their times do not tell where the clock was set back between them. */
export function backupOrderSchema(db: Database.Database): void {
  db.exec(`
    ALTER TABLE backup_file ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    UPDATE backup_file SET number =
      (SELECT count(*) FROM backup_file AS other WHERE (other.made_ms, other.path) <= (backup_file.made_ms, backup_file.path));
  `);
}
