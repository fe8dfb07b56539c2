import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { openStore } from "../../server/storage/database.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import type { Campaign, CampaignOptions, CampaignReport } from "./campaign.report.ts";
import { createAccount, type Request, requestsTo, startCampaignStation } from "./campaign.station.ts";
import {
  type Acknowledged,
  countAcknowledged,
  nothingAcknowledged,
  pushing,
  uploading,
  type Work,
} from "./kill.work.ts";
import { type FileNote, fileAfterPowerCut, readNotes } from "./power.log.ts";
import { checkRecording } from "./recording.checks.ts";

const DEFAULT_CUTS = 200;
/** The number of cuts in one run of a station. */
const CUTS_PER_RUN = 20;
const RUN_MS = 3000;
const WORKS: readonly Work[] = [pushing(1), pushing(2), uploading];

/** What was acknowledged when the log of writes had this length; sets only grow, so their sizes are enough. */
type Mark = { readonly at: number; readonly sizes: ReadonlyMap<Set<unknown>, number> };

type Count = { cuts: number; acknowledged: number; lost: number; doubled: number; corrupt: number };

/**
 * Simulates power cuts below SQLite: logs what a station writes and when it waits for the disk, then builds what a disk
 * may contain after a cut at a random moment, and checks that everything acknowledged until then is stored.
 */
export const run: Campaign = async (options: CampaignOptions): Promise<CampaignReport> => {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-power-"));
  const random = createSeededRandom(options.seed);
  const cuts = options.rounds ?? DEFAULT_CUTS;
  const violations: string[] = [];
  const counts: Record<string, Count> = {};
  const begunMs = performance.now();
  try {
    const shim = buildShim(folder);
    if (shim === undefined) return { rows: [], violations: ["No C compiler (cc) builds what notes the writes."] };
    const template = join(folder, "template");
    openStore({ dataDir: template }).close();
    const token = await createAccount(template, "power@field.test");
    for (let cut = 0; cut < cuts && performance.now() - begunMs < options.limitMs;) {
      const runMs = (RUN_MS * Math.min(cuts, CUTS_PER_RUN)) / CUTS_PER_RUN;
      const recorded = await record({ folder, template, token, shim, runMs });
      for (let one = 0; one < CUTS_PER_RUN && cut < cuts; one++, cut++) {
        const what = ["all unsynced writes lost", "half of the sectors lost", "one sector in ten lost"][cut % 3]!;
        const kept = [0, 0.5, 0.9][cut % 3]!;
        const count = (counts[what] ??= { cuts: 0, acknowledged: 0, lost: 0, doubled: 0, corrupt: 0 });
        const at = recorded.notes[Math.trunc(random() * recorded.notes.length)]!.end;
        const acknowledged = acknowledgedAt(recorded, at);
        const found = checkCut(recorded, { at, random, kept, folder, acknowledged });
        count.cuts++;
        count.acknowledged += countAcknowledged(acknowledged);
        count.lost += found.lost;
        count.doubled += found.doubled;
        count.corrupt += found.corrupt.length;
        if (found.lost + found.doubled + found.corrupt.length > 0) {
          violations.push(
            `Cut ${cut} (${what}): ${found.lost} lost, ${found.doubled} doubled. ${found.corrupt.join("; ")}`,
          );
        }
      }
      options.reportProgress(`${cut} cuts, ${violations.length} violations`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows: Object.entries(counts).map(([what, count]) => ({ what, counts: count })), violations };
};

function buildShim(folder: string): string | undefined {
  const shim = join(folder, "power.so");
  const source = join(import.meta.dirname, "power.shim.c");
  const built = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl", "-lpthread"]);
  return built.status === 0 ? shim : undefined;
}

type Recorded = {
  readonly notes: readonly FileNote[];
  readonly marks: readonly Mark[];
  readonly acknowledged: Acknowledged;
  readonly before: Readonly<Record<FileNote["file"], Buffer>>;
};

/** Runs a station for some seconds and ends it; resolves with what it wrote, and when it acknowledged what. */
async function record(parts: {
  readonly folder: string;
  readonly template: string;
  readonly token: string;
  readonly shim: string;
  readonly runMs: number;
}): Promise<Recorded> {
  const dataDir = mkdtempSync(join(parts.folder, "run-"));
  cpSync(parts.template, dataDir, { recursive: true });
  const path = join(dataDir, DATABASE_FILE);
  const before = { database: readFileSync(path), log: Buffer.alloc(0) };
  const log = join(parts.folder, "writes.log");
  rmSync(log, { force: true });
  const station = startCampaignStation(dataDir, { env: { LD_PRELOAD: parts.shim, POWER_LOG: log } });
  const request = requestsTo(await station.ready, parts.token);
  const acknowledged = nothingAcknowledged();
  const marks: Mark[] = [];
  const noting: Request = async <T>(...call: Parameters<Request>) => {
    // What earlier responses have acknowledged is in the sets, and was on disk when the log had this length.
    marks.push({ at: existsSync(log) ? statSync(log).size : 0, sizes: sizesOf(acknowledged) });
    return request<T>(...call);
  };
  const working = WORKS.map((work) => work({ request: noting, round: 0, acknowledged }).catch(() => undefined));
  await pause(parts.runMs);
  await station.kill();
  await Promise.all(working);
  const notes = readNotes(log);
  rmSync(dataDir, { recursive: true, force: true });
  return { notes, marks, acknowledged, before };
}

function setsOf({ received, points, flights, edits }: Acknowledged): readonly Set<unknown>[] {
  return [...received.values(), ...points.values(), flights, edits];
}

const sizesOf = (acknowledged: Acknowledged) => new Map(setsOf(acknowledged).map((set) => [set, set.size]));

/** What had been acknowledged when the log of writes had this length. */
function acknowledgedAt({ acknowledged, marks }: Recorded, at: number): Acknowledged {
  const sizes = marks.findLast((mark) => mark.at <= at)?.sizes ?? new Map<Set<unknown>, number>();
  const cut = <K>(set: Set<K>) => new Set([...set].slice(0, sizes.get(set) ?? 0));
  const cutAll = (map: Map<string, Set<number>>) => new Map([...map].map(([key, set]) => [key, cut(set)]));
  return {
    received: cutAll(acknowledged.received),
    points: cutAll(acknowledged.points),
    flights: cut(acknowledged.flights),
    edits: cut(acknowledged.edits),
  };
}

function checkCut(
  { notes, before }: Recorded,
  cut: {
    readonly at: number;
    readonly random: () => number;
    readonly kept: number;
    readonly folder: string;
    readonly acknowledged: Acknowledged;
  },
) {
  const dataDir = join(cut.folder, "cut");
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  const done = notes.filter(({ end }) => end <= cut.at);
  for (const [file, name] of [
    ["database", DATABASE_FILE],
    ["log", `${DATABASE_FILE}-wal`],
  ] as const) {
    const own = done.filter((note) => note.file === file);
    const image = fileAfterPowerCut(before[file], own, cut);
    if (image.length > 0) writeFileSync(join(dataDir, name), image);
  }
  return checkRecording(dataDir, cut.acknowledged, true);
}
