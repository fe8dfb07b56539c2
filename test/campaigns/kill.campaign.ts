import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { openStore } from "../../server/storage/database.ts";
import { migrate } from "../../server/storage/migrations.ts";
import { loadSpatialite } from "../../server/storage/spatialite.ts";
import { FIRST_POINT_MS, fillRecording } from "../../server/storage/salvage/salvage.fixture.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import type { Campaign, CampaignOptions, CampaignReport } from "./campaign.report.ts";
import { createAccount, RefusedError, requestsTo, startCampaignStation } from "./campaign.station.ts";
import {
  type Acknowledged,
  backingUp,
  countAcknowledged,
  importing,
  nothingAcknowledged,
  pushing,
  splitting,
  uploading,
  type Work,
} from "./kill.work.ts";
import { killPacking } from "./kill.packing.ts";
import { checkBackups, checkRecording, type Findings } from "./recording.checks.ts";

const DEFAULT_ROUNDS = 1000;
/**
 * A recording is checked after every kill; all that was acknowledged since its start is checked only after this many.
 */
const ROUNDS_PER_RECORDING = 25;
const MAX_WORK_MS = 400;

type Count = { rounds: number; acknowledged: number; lost: number; doubled: number; corrupt: number };

const WORKS: Readonly<Record<string, readonly Work[]>> = {
  push: [pushing(1), pushing(2)],
  "upload of flights": [uploading, uploading, pushing(1)],
  "import of logs": [importing, pushing(1)],
  "split and undo": [splitting, pushing(1)],
  backup: [backingUp, pushing(1), pushing(2)],
};
const KINDS = [...Object.keys(WORKS), "purge", "migration", "packing"];

/** Ends stations by SIGKILL at random moments of their work, and checks that everything acknowledged is stored. */
export const run: Campaign = async (options: CampaignOptions): Promise<CampaignReport> => {
  const random = createSeededRandom(options.seed);
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-kill-"));
  const counts = new Map<string, Count>(
    KINDS.map((kind) => [kind, { rounds: 0, acknowledged: 0, lost: 0, doubled: 0, corrupt: 0 }]),
  );
  const violations: string[] = [];
  const begunMs = performance.now();
  const rounds = options.rounds ?? DEFAULT_ROUNDS;
  try {
    const templates = await makeTemplates(folder);
    let recording: Recording | undefined;
    for (let round = 0; round < rounds && performance.now() - begunMs < options.limitMs; round++) {
      const kind = KINDS[Math.trunc(random() * KINDS.length)]!;
      const killAfterMs = random() * MAX_WORK_MS;
      if (round % ROUNDS_PER_RECORDING === 0) recording = renew(templates, recording);
      const { acknowledged, ...found } =
        kind === "purge"
          ? await killPurge(templates, killAfterMs)
          : kind === "packing"
            ? await killPacking(oldRecording(templates), templates.folder, { seed: options.seed + round, killAfterMs })
            : kind === "migration"
              ? await killMigration(templates, Math.trunc(random() * 20) + 1, killAfterMs)
              : await killWork(recording!, { works: WORKS[kind]!, round, killAfterMs });
      const count = counts.get(kind)!;
      count.rounds++;
      count.acknowledged += acknowledged;
      count.lost += found.lost;
      count.doubled += found.doubled;
      count.corrupt += found.corrupt.length;
      if (found.lost + found.doubled + found.corrupt.length > 0) {
        violations.push(
          `Round ${round} (${kind}): ${found.lost} lost, ${found.doubled} doubled. ${found.corrupt.join("; ")}`,
        );
      }
      if ((round + 1) % 20 === 0) options.reportProgress(`${round + 1} kills, ${violations.length} violations`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows: [...counts].map(([what, count]) => ({ what, counts: count })), violations };
};

type Templates = { readonly folder: string; readonly account: string; readonly token: string; readonly old: string };

/** Tracks of the recordings that are due, and points of each. */
const OLD_TRACKS = 60;
const OLD_POINTS = 300;

/** Data directories that the rounds copy: one with an account, and one with recordings that are due for a purge. */
async function makeTemplates(folder: string): Promise<Templates> {
  const account = join(folder, "account");
  openStore({ dataDir: account }).close();
  const token = await createAccount(account, "kill@field.test");
  const old = join(folder, "old");
  cpSync(account, old, { recursive: true });
  fillRecording(old, OLD_TRACKS, OLD_POINTS);
  return { folder, account, token, old };
}

const oldRecording = ({ old }: Templates) => ({
  dataDir: old,
  tracks: OLD_TRACKS,
  points: OLD_POINTS,
  firstMs: FIRST_POINT_MS,
});

type Recording = { readonly dataDir: string; readonly token: string; readonly acknowledged: Acknowledged };

function renew({ folder, account, token }: Templates, former: Recording | undefined): Recording {
  if (former !== undefined) rmSync(former.dataDir, { recursive: true, force: true });
  const dataDir = mkdtempSync(join(folder, "recording-"));
  cpSync(account, dataDir, { recursive: true });
  return { dataDir, token, acknowledged: nothingAcknowledged() };
}

type Round = Findings & { readonly acknowledged: number };

async function killWork(
  { dataDir, token, acknowledged }: Recording,
  {
    works,
    round,
    killAfterMs,
  }: { readonly works: readonly Work[]; readonly round: number; readonly killAfterMs: number },
): Promise<Round> {
  const before = countAcknowledged(acknowledged);
  const station = startCampaignStation(dataDir);
  const request = requestsTo(await station.ready, token);
  const working = works.map(async (work) => {
    try {
      await work({ request, round, acknowledged });
    } catch (error) {
      return error;
    }
  });
  await pause(killAfterMs);
  await station.kill();
  const ends = await Promise.all(working);
  const refused = ends.flatMap((error) => (error instanceof RefusedError ? [error.message] : []));
  const found = checkRecording(dataDir, acknowledged, round % ROUNDS_PER_RECORDING === ROUNDS_PER_RECORDING - 1);
  return {
    ...found,
    corrupt: [...found.corrupt, ...refused, ...checkBackups(dataDir)],
    acknowledged: countAcknowledged(acknowledged) - before,
  };
}

/** Ends a station during a purge. The next one has to finish it, and everything that is not due must be there. */
async function killPurge({ folder, old, token }: Templates, killAfterMs: number): Promise<Round> {
  const dataDir = mkdtempSync(join(folder, "purge-"));
  cpSync(old, dataDir, { recursive: true });
  try {
    const station = startCampaignStation(dataDir);
    const request = requestsTo(await station.ready, token);
    const policy = { max_age_days: 1, max_size_mb: null, removed_grace_days: 0 };
    await request("PUT", "/station/v1/settings/retention", policy);
    await request("POST", "/station/v1/settings/retention/purge");
    await pause(killAfterMs);
    await station.kill();
    return { ...checkRecording(dataDir, nothingAcknowledged(), true), acknowledged: 2 };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Ends a station while it migrates an old recording, and starts it again. */
async function killMigration(templates: Templates, version: number, killAfterMs: number): Promise<Round> {
  const dataDir = mkdtempSync(join(templates.folder, "migration-"));
  const path = join(dataDir, DATABASE_FILE);
  try {
    const db = new Database(path);
    loadSpatialite(db, undefined);
    db.pragma("auto_vacuum = INCREMENTAL");
    db.pragma("synchronous = OFF");
    migrate(db, version);
    db.prepare("INSERT INTO sensor (sensor_id) VALUES ('kept')").run();
    db.close();
    const killed = startCampaignStation(dataDir);
    // A start takes some 400 ms until the first migration, and as long for all of them.
    await Promise.race([pause(killAfterMs * 2), killed.ended]);
    await killed.kill();
    const again = startCampaignStation(dataDir);
    await again.ready;
    await again.kill();
    const found = checkRecording(dataDir, nothingAcknowledged(), true);
    const after = new Database(path);
    const kept = after.prepare<[], number>("SELECT count(*) FROM sensor WHERE sensor_id = 'kept'").pluck().get() ?? 0;
    after.close();
    const rest = readdirSync(dataDir).filter((name) => name === "first-start");
    return { ...found, lost: found.lost + 1 - kept, corrupt: [...found.corrupt, ...rest], acknowledged: 1 };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
