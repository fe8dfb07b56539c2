import type Database from "better-sqlite3";

/** Alert rules and the alerts that they raised. */
export function alertsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE alert_rule (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      is_enabled INTEGER NOT NULL,
      severity TEXT NOT NULL,
      has_sound INTEGER NOT NULL,
      has_notification INTEGER NOT NULL,
      -- Its kind and parameters.
      condition TEXT NOT NULL,
      -- Whose flights "own_flights" are.
      maker TEXT NOT NULL,
      created_ms INTEGER NOT NULL,
      applies_from_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE alert (
      id TEXT PRIMARY KEY,
      -- What the rule was when it raised the alert; the rule may be gone.
      rule TEXT NOT NULL,
      rule_name TEXT NOT NULL,
      kind TEXT NOT NULL,
      severity TEXT NOT NULL,
      has_sound INTEGER NOT NULL,
      has_notification INTEGER NOT NULL,
      operation INTEGER,
      sensor_id TEXT,
      began_ms INTEGER NOT NULL,
      last_ms INTEGER NOT NULL,
      ended_ms INTEGER,
      latitude REAL,
      longitude REAL,
      deepest_m REAL NOT NULL,
      -- Whose records fulfilled the condition: who may not read one of them does not see the alert.
      suboperations TEXT NOT NULL,
      detail TEXT NOT NULL,
      is_contradicted INTEGER NOT NULL,
      acknowledged_by TEXT,
      acknowledged_name TEXT,
      acknowledged_ms INTEGER,
      note TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alert_by_began ON alert (began_ms);
    CREATE INDEX alert_by_operation ON alert (operation) WHERE operation IS NOT NULL;
    CREATE INDEX alert_open ON alert (rule) WHERE ended_ms IS NULL;
  `);
  const insert = db.prepare(
    "INSERT INTO alert_rule VALUES (?, ?, ?, ?, ?, ?, ?, '00000000-0000-4000-8000-000000000000', 0, 0)",
  );
  for (const { id, name, isEnabled, severity, condition } of FIRST_RULES) {
    const isLoud = Number(severity !== "info");
    insert.run(id, name, Number(isEnabled), severity, isLoud, isLoud, JSON.stringify(condition));
  }
}

/** The alert rules of a new station: none makes a sound until somebody switches it on. */
const FIRST_RULES = [
  {
    id: "a1e70000-0000-4000-8000-000000000001",
    name: "Implausible positions",
    isEnabled: true,
    severity: "info",
    condition: { kind: "implausible" },
  },
  {
    id: "a1e70000-0000-4000-8000-000000000002",
    name: "Higher than 120 m above take-off",
    isEnabled: false,
    severity: "warning",
    condition: { kind: "height_above", metres: 120, reference: "ATO" },
  },
  {
    id: "a1e70000-0000-4000-8000-000000000003",
    name: "Near my flights",
    isEnabled: false,
    severity: "critical",
    condition: { kind: "near", to: "own_flights", horizontal_m: 300, vertical_m: 100 },
  },
  {
    id: "a1e70000-0000-4000-8000-000000000004",
    name: "Operator farther than 2 km",
    isEnabled: false,
    severity: "info",
    condition: { kind: "operator_far", metres: 2000 },
  },
] as const;
