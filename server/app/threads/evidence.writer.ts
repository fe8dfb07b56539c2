import { writeEvidence } from "../../export/evidence/evidence-document.ts";
import { createRawFrameReader } from "../../features/evidence/index.ts";
import { createReceptionReader, createTelemetryReader } from "../../features/telemetry/index.ts";
import type { EvidencePlan } from "../../kernel/evidence-plan.ts";
import { openReader } from "../../storage/database.ts";

const ROWS_PER_READ = 1000;

/**
 * Writes a pack from its own connection. Everything is read in one transaction, so that none of its files contains what
 * arrives meanwhile; until its end the write-ahead log keeps the pages that it needs.
 */
export async function* writeEvidenceFrom(
  databasePath: string,
  plan: EvidencePlan,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const db = openReader(databasePath);
  try {
    db.exec("BEGIN");
    const readers = {
      readTelemetry: createTelemetryReader(db, ROWS_PER_READ),
      ...createReceptionReader(db, ROWS_PER_READ),
      readRawFrames: createRawFrameReader(db),
    };
    yield* writeEvidence(readers, plan, signal);
  } finally {
    db.close();
  }
}
