import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnosis, Finding } from "../../contracts/maintenance.ts";
import type { AuditVerification } from "../../features/audit/index.ts";
import { listSerialPorts } from "../../serial/serial-ports.ts";
import { canBeginRecording, restoreHint } from "../../storage/data-dir-state.ts";
import { DATABASE_FILE, hasRecording } from "../../storage/database-file.ts";
import { findWaitingRestore, findRestoreOutcome } from "../../storage/restore/restore-files.ts";
import type { PackingProgress } from "../recording/track-packing.job.ts";
import { VERSION } from "./config.ts";
import { diskProblems, freeBytesAt } from "./disk-problem.ts";

export type DiagnosisDeps = {
  readonly spatialiteVersion: () => string;
  /** Reads every page and packed segment of the recording; null where nothing is damaged. */
  readonly findDamage: () => string | null | Promise<string | null>;
  readonly verifyAudit: () => Promise<AuditVerification>;
  /** How far the packing of telemetry is; null while none is packed, absent where no station runs. */
  readonly findPacking?: () => PackingProgress | null;
};

/** Checks everything that a station needs, without changing anything. */
export async function diagnose(dataDir: string, deps: DiagnosisDeps): Promise<Diagnosis> {
  const findings: Finding[] = [
    {
      subject: "Fieldstation",
      ok: true,
      found: `${VERSION}, Node ${process.versions.node} on ${process.platform}-${process.arch}`,
    },
    await runCheck("SpatiaLite", deps.spatialiteVersion),
    await runCheck("data directory", () => dataDirState(dataDir)),
    await runCheck("disk", () => diskState(dataDir)),
    ...(hasFile(dataDir)
      ? [
          await runCheck("recording", () => recordingState(dataDir, deps.findDamage)),
          await runCheck("audit log", () => auditState(deps.verifyAudit)),
          ...(deps.findPacking === undefined
            ? []
            : [{ subject: "packing", ok: true, found: packingState(deps.findPacking()) }]),
        ]
      : []),
    ...restoreFindings(dataDir),
    await runCheck("serial ports", async () => {
      const ports = await listSerialPorts();
      return ports.length === 0 ? "none found" : ports.map(({ path }) => path).join(", ");
    }),
  ];
  return { ok: findings.every(({ ok }) => ok), findings };
}

const hasFile = (dataDir: string) => existsSync(join(dataDir, DATABASE_FILE));

/** There are no findings where no restore was requested. */
function restoreFindings(dataDir: string): readonly Finding[] {
  const subject = "restore";
  const mark = findWaitingRestore(dataDir);
  if (mark !== undefined) {
    return [{ subject, ok: true, found: `${mark.path} takes the place of the recording at the next start` }];
  }
  const outcome = findRestoreOutcome(dataDir);
  if (outcome === undefined) return [];
  const { path, keptAs, failure } = outcome;
  if (failure !== null) return [{ subject, ok: false, found: `${path} was not restored: ${failure}` }];
  return [{ subject, ok: true, found: `${path} was restored, the former recording is ${keptAs}` }];
}

async function recordingState(dataDir: string, findDamage: DiagnosisDeps["findDamage"]): Promise<string> {
  const damage = await findDamage();
  if (damage !== null) throw new Error(`damaged: ${damage}. ${restoreHint(dataDir)}`);
  return "every page, index and packed segment was read, nothing is damaged";
}

async function auditState(verify: DiagnosisDeps["verifyAudit"]): Promise<string> {
  const verified = await verify();
  if (verified.kind === "changed") throw new Error(`changed from outside: ${verified.msg}.`);
  if (verified.entries === 0) return "no entries yet";
  return `${verified.entries} entries as they were written, the last one ${verified.lastHash.slice(0, 16)}`;
}

function packingState(progress: PackingProgress | null): string {
  if (progress === null) return "nothing waits to be packed";
  const { packedRecords, track, lastTrack } = progress;
  return `telemetry is being packed: ${packedRecords} records so far, track ${track} of ${lastTrack}`;
}

function dataDirState(dataDir: string): string {
  if (hasRecording(dataDir)) {
    accessSync(join(dataDir, DATABASE_FILE), constants.R_OK | constants.W_OK);
    return `${dataDir}, with a recording`;
  }
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === true) canBeginRecording(dataDir);
  const parent = existingParent(dataDir);
  if (!statSync(parent).isDirectory()) throw new Error(`${parent} is a file, not a directory.`);
  accessSync(parent, constants.W_OK);
  return `${dataDir}, nothing recorded yet`;
}

function diskState(dataDir: string): string {
  const free = freeBytesAt(existingParent(dataDir));
  const [problem] = diskProblems(free);
  if (problem !== undefined) throw new Error(problem.msg);
  return free === null ? "the system does not say how much is free" : `${Math.floor(free / 1e6)} MB are free`;
}

/** The directory itself, or the existing one in which it would be created. */
function existingParent(dataDir: string): string {
  let parent = dataDir;
  while (!existsSync(parent)) parent = dirname(parent);
  return parent;
}

async function runCheck(subject: string, find: () => string | Promise<string>): Promise<Finding> {
  try {
    return { subject, ok: true, found: await find() };
  } catch (error) {
    return { subject, ok: false, found: error instanceof Error ? error.message : String(error) };
  }
}
