import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Log } from "../../server/kernel/log.ts";
import { backupRecording } from "../../server/storage/backup.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { addPeer, done, PEERS, startSyncStation, itemsOf } from "./sync-station.ts";

const logged: string[] = [];
const write = (fields: object, message: string) =>
  void logged.push(
    message + JSON.stringify(fields, (_key, value: unknown) => (value instanceof Error ? String(value.stack) : value)),
  );
const log: Log = { debug: write, info: write, warn: write, error: write };

const there = await startSyncStation();
const here = await startSyncStation({ log });
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

it("a credential is in its file only: not in the database, the log, a backup, an answer or an error", async () => {
  const { ann, root, station } = here;
  const { pat } = there.ann;
  const answers: string[] = [];
  const keep = async <T>(answer: Promise<T>): Promise<T> => {
    const one = await answer;
    answers.push(JSON.stringify(one));
    return one;
  };
  const peer = await keep(addPeer(ann, { base_url: there.station.url, token: pat, auto: false }));
  const path = `${PEERS}/${peer.id}`;
  await keep(ann.call("PATCH", path, { token: pat }));
  await keep(ann.call("POST", PEERS, { base_url: there.station.url, token: pat }));
  await keep(ann.call("PATCH", path, { token: pat, name: 5 }));
  await keep(ann.call("POST", `${path}/run`));
  await keep(itemsOf(ann, peer, "?state=clean"));
  await keep(done(root.call("GET", PEERS)));
  await keep(done(root.call("GET", "/station/v1/audit?limit=1000")));

  const backup = join(makeDataDir("backup"), "backup.sqlite");
  await backupRecording(station.dataDir, backup, () => undefined);
  const withToken = [...filesIn(station.dataDir), backup].filter((file) => readFileSync(file).includes(pat));
  expect(withToken.map((file) => file.slice(station.dataDir.length + 1))).toEqual([
    join("secrets", `sync-peer-${peer.id}.json`),
  ]);
  expect(statSync(withToken[0]!).mode & 0o777).toBe(0o600);
  expect(answers.filter((text) => text.includes(pat))).toEqual([]);
  expect(logged.filter((text) => text.includes(pat))).toEqual([]);
});
