import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { CredentialStore } from "../../features/sync/index.ts";
import { readSecretFile, writeSecretFile } from "../../storage/secret-file.ts";

/** In the data directory, beside the database, so that no backup of the recording has it. */
const FOLDER = "secrets";

const PeerId = z.uuid();
export const Credential = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("token"), token: z.string() }),
  z.object({
    kind: z.literal("oidc"),
    refreshToken: z.string(),
    accessToken: z.string(),
    expiresMs: z.number(),
  }),
]);

/** Keeps the credentials of peers as files that only the owner of the data directory reads. */
export function createCredentialFiles(dataDir: string): CredentialStore {
  const folder = join(dataDir, FOLDER);
  const pathOf = (peerId: string) => join(folder, `sync-peer-${PeerId.parse(peerId)}.json`);

  return {
    find(peerId) {
      const text = readSecretFile(pathOf(peerId))?.toString("utf8");
      if (text === undefined) return undefined;
      // A damaged file is not a credential: the peer is signed out and reports that.
      return Credential.safeParse(parsedOrNull(text)).data;
    },
    save(peerId, credential) {
      const path = pathOf(peerId);
      const partial = `${path}.part`;
      rmSync(partial, { force: true });
      writeSecretFile(partial, JSON.stringify(Credential.parse(credential)), "wx");
      renameSync(partial, path);
      syncFolder(folder);
    },
    remove(peerId) {
      const path = pathOf(peerId);
      rmSync(path, { force: true });
      rmSync(`${path}.part`, { force: true });
    },
  };
}

/** The new name is on disk only when its folder is; Windows cannot open folders, and keeps names by itself. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
