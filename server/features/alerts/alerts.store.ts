import type { AlertState } from "../../contracts/alerts.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { type AlertFacts, GROUND, type StoredAlert } from "./alert.model.ts";

type Row = {
  readonly id: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly kind: StoredAlert["kind"];
  readonly severity: StoredAlert["severity"];
  readonly hasSound: number;
  readonly hasNotification: number;
  readonly operation: number | null;
  readonly sensorId: string | null;
  readonly beganMs: number;
  readonly lastMs: number;
  readonly endedMs: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly deepestM: number;
  readonly suboperations: string;
  readonly detail: string;
  readonly isContradicted: number;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedName: string | null;
  readonly acknowledgedMs: number | null;
  readonly note: string | null;
};

/** An alert with the id of its operation, which may have been merged into another. */
export type ListedAlert = { readonly alert: StoredAlert; readonly operationId: string | null };

export type AlertFilter = {
  readonly state: AlertState | "open" | null;
  readonly ruleId: string | null;
  /** Id of an operation; those that were merged into it count too. */
  readonly operationId: string | null;
  readonly fromMs: number;
  readonly toMs: number;
};

const COLUMNS = `a.id, a.rule AS ruleId, a.rule_name AS ruleName, a.kind, a.severity, a.has_sound AS hasSound,
  a.has_notification AS hasNotification, a.operation, a.sensor_id AS sensorId, a.began_ms AS beganMs,
  a.last_ms AS lastMs, a.ended_ms AS endedMs, a.latitude, a.longitude, a.deepest_m AS deepestM, a.suboperations,
  a.detail, a.is_contradicted AS isContradicted, a.acknowledged_by AS acknowledgedBy,
  a.acknowledged_name AS acknowledgedName, a.acknowledged_ms AS acknowledgedMs, a.note`;
/** The operation that it is now a part of. */
const WITH_OPERATION = `FROM alert AS a LEFT JOIN operation AS o ON o.id = a.operation
  LEFT JOIN operation AS whole ON whole.id = coalesce(o.merged_into, o.id)`;

type ListedRow = Row & { readonly operationUuid: string | null };

export function findAlert(db: ReadableDb, id: string): ListedAlert | undefined {
  const row = db
    .prepare<[string], ListedRow>(`SELECT ${COLUMNS}, whole.uuid AS operationUuid ${WITH_OPERATION} WHERE a.id = ?`)
    .get(id);
  return row && toListed(row);
}

/** Alerts that match a filter, newest first, some rows at a time; `after` is the last one of those before. */
export function listAlerts(
  db: ReadableDb,
  { state, ruleId, operationId, fromMs, toMs }: AlertFilter,
  after: StoredAlert | null,
  rows: number,
): readonly ListedAlert[] {
  return db
    .prepare<[object], ListedRow>(
      `SELECT ${COLUMNS}, whole.uuid AS operationUuid ${WITH_OPERATION}
       WHERE a.began_ms <= @toMs AND coalesce(a.ended_ms, @fromMs) >= @fromMs
         AND (@ruleId IS NULL OR a.rule = @ruleId)
         AND (@operationId IS NULL OR whole.id = (SELECT coalesce(merged_into, id) FROM operation WHERE uuid = @operationId))
         AND (@state IS NULL OR CASE @state WHEN 'resolved' THEN a.ended_ms IS NOT NULL
           WHEN 'open' THEN a.ended_ms IS NULL
           WHEN 'acknowledged' THEN a.ended_ms IS NULL AND a.acknowledged_ms IS NOT NULL
           ELSE a.ended_ms IS NULL AND a.acknowledged_ms IS NULL END)
         AND (a.began_ms, a.id) < (@afterMs, @afterId)
       ORDER BY a.began_ms DESC, a.id DESC LIMIT @rows`,
    )
    .all({
      state,
      ruleId,
      operationId,
      fromMs,
      toMs,
      afterMs: after?.episode.beganMs ?? Number.MAX_SAFE_INTEGER,
      afterId: after?.id ?? "",
      rows,
    })
    .map(toListed);
}

/** Alerts about an operation, and about those that were merged into it. */
export function listAlertsOfOperation(db: ReadableDb, operation: number): readonly StoredAlert[] {
  return db
    .prepare<[{ readonly operation: number }], Row>(
      `SELECT ${COLUMNS} FROM alert AS a
       WHERE a.operation IN (SELECT id FROM operation WHERE id = @operation OR merged_into = @operation)`,
    )
    .all({ operation })
    .map(toAlert);
}

/** Alerts of a rule about a sensor. */
export function listAlertsOfSensor(db: ReadableDb, ruleId: string): readonly StoredAlert[] {
  return db
    .prepare<[string], Row>(`SELECT ${COLUMNS} FROM alert AS a WHERE a.rule = ? AND a.sensor_id IS NOT NULL`)
    .all(ruleId)
    .map(toAlert);
}

export function listOpenAlerts(db: ReadableDb): readonly StoredAlert[] {
  return db.prepare<[], Row>(`SELECT ${COLUMNS} FROM alert AS a WHERE a.ended_ms IS NULL`).all().map(toAlert);
}

/** Inserts alerts or updates their episodes; acknowledgements are unchanged. */
export function saveAlerts(db: WritableDb, alerts: readonly StoredAlert[]): void {
  const save = db.prepare(
    `INSERT INTO alert (id, rule, rule_name, kind, severity, has_sound, has_notification, operation, sensor_id,
       began_ms, last_ms, ended_ms, latitude, longitude, deepest_m, suboperations, detail, is_contradicted)
     VALUES (@id, @ruleId, @ruleName, @kind, @severity, @hasSound, @hasNotification, @operation, @sensorId,
       @beganMs, @lastMs, @endedMs, @latitude, @longitude, @deepestM, @suboperations, @detail, @isContradicted)
     ON CONFLICT (id) DO UPDATE SET operation = excluded.operation, began_ms = excluded.began_ms,
       last_ms = excluded.last_ms, ended_ms = excluded.ended_ms, latitude = excluded.latitude,
       longitude = excluded.longitude, deepest_m = excluded.deepest_m, suboperations = excluded.suboperations,
       detail = excluded.detail, is_contradicted = excluded.is_contradicted`,
  );
  db.transaction(() => {
    for (const {
      subject,
      episode,
      detail,
      acknowledged: _,
      hasSound,
      hasNotification,
      isContradicted,
      ...alert
    } of alerts) {
      save.run({
        ...alert,
        ...episode,
        hasSound: Number(hasSound),
        hasNotification: Number(hasNotification),
        isContradicted: Number(isContradicted),
        operation: subject.kind === "operation" ? subject.operation : null,
        sensorId: subject.kind === "sensor" ? subject.sensorId : null,
        suboperations: JSON.stringify(episode.suboperations),
        detail: JSON.stringify(detail),
      });
    }
  }).immediate();
}

/** False when it was acknowledged before. */
export function acknowledgeAlert(
  db: WritableDb,
  id: string,
  by: { readonly userId: string; readonly name: string | null; readonly timeMs: number; readonly note: string | null },
): boolean {
  return (
    db
      .prepare(
        `UPDATE alert SET acknowledged_by = @userId, acknowledged_name = @name, acknowledged_ms = @timeMs, note = @note
         WHERE id = @id AND acknowledged_ms IS NULL`,
      )
      .run({ ...by, id }).changes > 0
  );
}

/** Ends the open alerts of a rule, at their last record, and returns their ids. */
export function endAlertsOfRule(db: WritableDb, ruleId: string): readonly string[] {
  return db
    .prepare<[string], string>("UPDATE alert SET ended_ms = last_ms WHERE rule = ? AND ended_ms IS NULL RETURNING id")
    .pluck()
    .all(ruleId);
}

/** The alerts' part in a purge: those about sensors belong to no operation. */
export function createAlertsPurge(db: WritableDb): {
  readonly removeOfOperation: (operation: number) => void;
  readonly removeBefore: (beforeMs: number, maxRows: number) => number;
} {
  const remove = db.prepare<[{ readonly id: number }]>(
    "DELETE FROM alert WHERE operation IN (SELECT id FROM operation WHERE id = @id OR merged_into = @id)",
  );
  const removeOfSensors = db.prepare<[number, number]>(
    "DELETE FROM alert WHERE id IN (SELECT id FROM alert WHERE operation IS NULL AND ended_ms < ? LIMIT ?)",
  );
  return {
    removeOfOperation: (id) => void remove.run({ id }),
    removeBefore: (beforeMs, maxRows) => removeOfSensors.run(beforeMs, maxRows).changes,
  };
}

/** Removes who acknowledged alerts; call inside a transaction. */
export function createAlertsAnonymiser(db: WritableDb): (userId: string) => void {
  const anonymise = db.prepare(
    "UPDATE alert SET acknowledged_by = NULL, acknowledged_name = NULL WHERE acknowledged_by = ?",
  );
  return (userId) => void anonymise.run(userId);
}

function toListed({ operationUuid, ...row }: ListedRow): ListedAlert {
  return { alert: toAlert(row), operationId: operationUuid };
}

function toAlert(row: Row): StoredAlert {
  const { beganMs, lastMs, endedMs, latitude, longitude, deepestM, operation, sensorId, acknowledgedMs } = row;
  const { id, ruleId, ruleName, kind, severity } = row;
  return {
    id,
    ruleId,
    ruleName,
    kind,
    severity,
    hasSound: row.hasSound === 1,
    hasNotification: row.hasNotification === 1,
    subject: operation === null ? { kind: "sensor", sensorId: sensorId! } : { kind: "operation", operation },
    episode: {
      beganMs,
      lastMs,
      endedMs,
      latitude,
      longitude,
      deepestM,
      about: aboutOf(JSON.parse(row.detail) as AlertFacts),
      suboperations: JSON.parse(row.suboperations) as number[],
    },
    detail: JSON.parse(row.detail) as AlertFacts,
    isContradicted: row.isContradicted === 1,
    acknowledged:
      acknowledgedMs === null
        ? null
        : { userId: row.acknowledgedBy, name: row.acknowledgedName, timeMs: acknowledgedMs, note: row.note },
  };
}

const aboutOf = ({ icao, computed }: AlertFacts): string | null => icao ?? (computed === true ? GROUND : null);
