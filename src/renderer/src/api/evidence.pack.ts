import type { z } from "zod";
import type { EvidenceRequest } from "../../../../server/contracts/evidence.ts";
import { openFile, routes } from "./station.client.ts";
import { type FileLoader, receiveFile } from "./track.export.ts";

/** Each file of a zip archive begins with this: its progress is counted in files. */
const PACK = { mediaType: "application/zip", mark: "PK\u0003\u0004" };

/** An evidence pack, which the station writes while it is received. */
export function evidencePackLoader(body: z.input<typeof EvidenceRequest>): FileLoader {
  return async (onProgress, signal) => {
    const answer = await openFile(routes.makeEvidence, PACK.mediaType, { body, signal });
    return receiveFile(answer, PACK, onProgress, signal);
  };
}
