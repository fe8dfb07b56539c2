import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { Condition, StoredRule } from "./alert.model.ts";

type Row = {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: number;
  readonly severity: StoredRule["severity"];
  readonly hasSound: number;
  readonly hasNotification: number;
  readonly condition: string;
  readonly creatorId: string;
  readonly createdMs: number;
  readonly appliesFromMs: number;
};

const COLUMNS = `id, name, is_enabled AS isEnabled, severity, has_sound AS hasSound, has_notification AS hasNotification,
  condition, maker AS creatorId, created_ms AS createdMs, applies_from_ms AS appliesFromMs`;

export function listRules(db: ReadableDb): readonly StoredRule[] {
  return db.prepare<[], Row>(`SELECT ${COLUMNS} FROM alert_rule ORDER BY created_ms, id`).all().map(toRule);
}

export function findRule(db: ReadableDb, id: string): StoredRule | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM alert_rule WHERE id = ?`).get(id);
  return row && toRule(row);
}

/** Inserts a rule, or replaces the one with its id. */
export function saveRule(db: WritableDb, rule: StoredRule): void {
  db.prepare(
    `INSERT OR REPLACE INTO alert_rule VALUES (@id, @name, @isEnabled, @severity, @hasSound, @hasNotification,
       @condition, @creatorId, @createdMs, @appliesFromMs)`,
  ).run({
    ...rule,
    isEnabled: Number(rule.isEnabled),
    hasSound: Number(rule.hasSound),
    hasNotification: Number(rule.hasNotification),
    condition: JSON.stringify(rule.condition),
  });
}

export function removeRule(db: WritableDb, id: string): void {
  db.prepare("DELETE FROM alert_rule WHERE id = ?").run(id);
}

function toRule({ isEnabled, hasSound, hasNotification, condition, ...row }: Row): StoredRule {
  const parsed = JSON.parse(condition) as Condition;
  return {
    ...row,
    isEnabled: isEnabled === 1,
    hasSound: hasSound === 1,
    hasNotification: hasNotification === 1,
    condition: withDefaults(parsed),
  };
}

/** Parameters that are absent from a stored condition are not set. */
function withDefaults(condition: Condition): Condition {
  if (condition.kind === "near") return { ...condition, vertical_m: condition.vertical_m ?? null };
  if (condition.kind === "area_entered") return { ...condition, zone: condition.zone ?? null };
  return condition;
}
