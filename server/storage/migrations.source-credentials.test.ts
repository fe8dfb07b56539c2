import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { sourceCredentialsSchema } from "./migrations/0036-source-credentials.ts";

it("takes the sealed credentials of sources out of their settings, and leaves everything else", () => {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE source (id INTEGER PRIMARY KEY, settings TEXT NOT NULL) STRICT");
  const insert = db.prepare("INSERT INTO source (settings) VALUES (?)");
  const broker = { kind: "mqtt", url: "mqtt://broker.example", username: "station" };
  const provider = { kind: "netrid", token_url: "https://uss.example/token", client_id: "station" };
  const before = [
    { ...broker, password: "sealed-1" },
    broker,
    { ...provider, client_secret: "sealed-2" },
    { kind: "udp", port: 5000 },
  ];
  for (const settings of before) insert.run(JSON.stringify(settings));
  sourceCredentialsSchema(db);
  const rows = db
    .prepare<[], { settings: string; credential: string | null }>("SELECT * FROM source ORDER BY id")
    .all();
  expect(rows.map(({ settings, credential }) => ({ settings: JSON.parse(settings) as object, credential }))).toEqual([
    { settings: broker, credential: "sealed-1" },
    { settings: broker, credential: null },
    { settings: provider, credential: "sealed-2" },
    { settings: { kind: "udp", port: 5000 }, credential: null },
  ]);
  db.close();
});
