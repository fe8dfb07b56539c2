import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openStore } from "../../server/storage/database.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import type { Campaign, CampaignOptions, CampaignReport } from "./campaign.report.ts";
import {
  type CampaignStation,
  createAccount,
  RefusedError,
  type Request,
  requestsTo,
  startCampaignStation,
} from "./campaign.station.ts";
import { countAcknowledged, importing, nothingAcknowledged, pushing, uploading, type Work } from "./kill.work.ts";
import { checkRecording } from "./recording.checks.ts";

const DEFAULT_ROUNDS = 50;
const DISK_MIB = 48;
const MAX_PHASE_MS = 600;
const RECOVERY_MS = 20_000;
/** Three seconds are required; a busy machine takes longer. */
const MAX_STOP_MS = 10_000;
const WORKS: readonly Work[] = [pushing(1), pushing(2), uploading, importing];
/** The statuses that are allowed while the disk of a station is full. */
const EXPECTED: ReadonlySet<number> = new Set([503, 507]);

type Count = { rounds: number; acknowledged: number; refused: number; lost: number; doubled: number; corrupt: number };

/** Fills the disk of a station at random moments, empties it again, and sometimes ends the station in between. */
export const run: Campaign = async (options: CampaignOptions): Promise<CampaignReport> => {
  const random = createSeededRandom(options.seed);
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-full-"));
  const violations: string[] = [];
  const counts: Record<string, Count> = {};
  const begunMs = performance.now();
  try {
    const template = join(folder, "template");
    openStore({ dataDir: template }).close();
    const token = await createAccount(template, "disk@field.test");
    const rounds = options.rounds ?? DEFAULT_ROUNDS;
    for (let round = 0; round < rounds && performance.now() - begunMs < options.limitMs; round++) {
      const isKilled = random() < 0.4;
      const what = isKilled ? "full, then killed" : "full, then emptied";
      const found = await fillOnce({ template, token, round, isKilled, random });
      if (found === undefined) return { rows: [], violations: ["This user may not mount a small disk."] };
      const count = (counts[what] ??= { rounds: 0, acknowledged: 0, refused: 0, lost: 0, doubled: 0, corrupt: 0 });
      count.rounds++;
      count.acknowledged += found.acknowledged;
      count.refused += found.refused;
      count.lost += found.lost;
      count.doubled += found.doubled;
      count.corrupt += found.corrupt.length;
      if (found.lost + found.doubled + found.corrupt.length + found.wrong.length > 0) {
        violations.push(
          `Round ${round} (${what}): ${found.lost} lost, ${found.doubled} doubled. ${[...found.corrupt, ...new Set(found.wrong)].join("; ")}`,
        );
      }
      if ((round + 1) % 10 === 0) options.reportProgress(`${round + 1} full disks, ${violations.length} violations`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows: Object.entries(counts).map(([what, count]) => ({ what, counts: count })), violations };
};

async function fillOnce(parts: {
  readonly template: string;
  readonly token: string;
  readonly round: number;
  readonly isKilled: boolean;
  readonly random: () => number;
}) {
  using disk = mountSmallDisk(DISK_MIB);
  if (disk === undefined) return undefined;
  cpSync(parts.template, disk.folder, { recursive: true });
  const station = startCampaignStation(disk.folder);
  const request = requestsTo(await station.ready, parts.token);
  const acknowledged = nothingAcknowledged();
  const wrong: string[] = [];
  let refused = 0;
  const over = new AbortController();
  const persistent = async (work: Work) => {
    // Each attempt has its own times, because a refused record may have been stored nevertheless.
    for (let attempt = 0; !over.signal.aborted; attempt++) {
      try {
        await work({ request, round: attempt, acknowledged });
      } catch (error) {
        if (!(error instanceof RefusedError)) return;
        refused++;
        await pause(20);
        if (!EXPECTED.has(error.status)) wrong.push(error.message);
      }
    }
  };
  const working = WORKS.map(persistent);
  await pause(parts.random() * MAX_PHASE_MS);
  disk.fill();
  const untilMs = performance.now() + parts.random() * MAX_PHASE_MS;
  while (performance.now() < untilMs) {
    await pause(50);
    // Fills the space that SQLite has freed.
    disk.fill();
  }
  if (parts.isKilled) {
    await station.kill();
    disk.empty();
  } else {
    disk.empty();
    wrong.push(...(await recover(request, station)));
    over.abort();
    const stoppingMs = performance.now();
    await station.stop();
    const tookMs = performance.now() - stoppingMs;
    if (tookMs > MAX_STOP_MS) wrong.push(`it took ${Math.round(tookMs / 1000)} s to end`);
  }
  over.abort();
  await Promise.all(working);
  const found = checkRecording(disk.folder, acknowledged, true);
  return { ...found, wrong, refused, acknowledged: countAcknowledged(acknowledged) };
}

/** Waits until the station stores again without help; returns a sentence where it does not. */
async function recover(request: Request, station: CampaignStation): Promise<readonly string[]> {
  let isGone = false;
  void station.ended.then(() => (isGone = true));
  const untilMs = performance.now() + RECOVERY_MS;
  while (performance.now() < untilMs) {
    try {
      await request("POST", "/station/v1/sources", { name: "Again", enabled: false, settings: { kind: "push" } });
      return [];
    } catch (error) {
      // An earlier connection may have been closed meanwhile.
      if (isGone) return [`the station is gone: ${String(error)} ${station.stderrTail()}`];
      await pause(100);
    }
  }
  return [`nothing was stored within ${RECOVERY_MS / 1000} s after there was room`];
}
