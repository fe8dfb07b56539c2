import type { BackgroundJob } from "../../kernel/background-job.ts";
import { createEvidenceKeys } from "./evidence-key.store.ts";
import type { EvidenceDeps } from "./evidence.deps.ts";
import { createEvidenceHandlers } from "./evidence.handlers.ts";
import { createEvidenceService, type EvidenceService } from "./evidence.service.ts";
import type { RawFrames } from "./raw-frames.ts";

export type { EvidenceDeps } from "./evidence.deps.ts";
export type { EvidenceService } from "./evidence.service.ts";
export { createRawFrames, type RawFrames } from "./raw-frames.ts";
export { createRawFrameReader } from "./raw-frames.store.ts";

export type EvidenceFeature = {
  readonly handlers: ReturnType<typeof createEvidenceHandlers>;
  readonly service: EvidenceService;
  /** The public key that packs are checked with, PEM; null while none can be made because the disk takes nothing. */
  readonly findPublicKey: () => string | null;
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** Evidence packs, the key that signs them, and the frames that are kept as they were received. */
export function createEvidence(deps: EvidenceDeps, rawFrames: RawFrames): EvidenceFeature {
  const getKey = createEvidenceKeys(deps.db, deps.sealing, deps.clock);
  const service = createEvidenceService(deps, getKey);

  function findPublicKey(): string | null {
    try {
      return getKey().publicPem;
    } catch (error) {
      deps.log.warn({ err: error }, "the key for evidence packs could not be made");
      return null;
    }
  }

  return {
    handlers: createEvidenceHandlers(deps, service, rawFrames, findPublicKey),
    service,
    findPublicKey,
    backgroundJobs: rawFrames.backgroundJobs,
  };
}
