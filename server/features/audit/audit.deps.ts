import type { Clock } from "../../kernel/clock.ts";
import type { WritableDb } from "../../storage/database.ts";

export type AuditDeps = { readonly db: WritableDb; readonly clock: Clock };
