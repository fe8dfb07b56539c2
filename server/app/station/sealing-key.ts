import { createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../../kernel/log.ts";
import { SEALING_KEY_BYTES } from "../../kernel/sealing.ts";
import { readSecretFile, writeSecretFile } from "../../storage/secret-file.ts";
import type { SecretVault } from "../sync/credential-vault.ts";

/** Beside the database, so that no copy or backup of the database contains it. */
const FOLDER = "secrets";
const FILE = "sealing-key";
/** Marks, by its SHA-256, that the key is in a keychain: no other key is created then. */
const MARK = "sealing-key.in-keychain";
/** The name of the key in the vault. */
export const SEALING_KEY_NAME = "sealing-key";

/** A keychain that may keep the key. */
export type KeyVault = {
  readonly vault: SecretVault;
  /** Whether the key is to be in the keychain; otherwise it is moved back to the file. */
  readonly isWanted: boolean;
  readonly log: Log;
};

/** The key is in a keychain that cannot be read. The message says what to do. */
export class SealingKeyError extends Error {
  override readonly name = "SealingKeyError";
}

/**
 * The key that seals secrets of the database; made at the first start. With a vault it moves there or back, each step
 * after the one before is verified, so that an interruption loses nothing. Rejects with a message for the operator
 * where the key is in a keychain that does not return it: a new one would end every sign-in. Throws the system's error.
 */
export async function loadSealingKey(dataDir: string, keyVault?: KeyVault): Promise<Uint8Array> {
  const stored = readSecretFile(join(dataDir, FOLDER, FILE));
  // A truncated file is not a key: what it sealed is lost, and everybody signs in again.
  const inFile = stored?.length === SEALING_KEY_BYTES ? stored : undefined;
  const mark = readSecretFile(join(dataDir, FOLDER, MARK))
    ?.toString("utf8")
    .trim();
  if (inFile !== undefined && mark !== undefined && mark !== fingerprintOf(inFile)) {
    throw new SealingKeyError(
      `The folder ${join(dataDir, FOLDER)} has a key, and says that another one is in the keychain: remove ${FILE} to use that one, or ${MARK} to use the file.`,
    );
  }
  if (keyVault === undefined) {
    if (inFile === undefined && mark !== undefined) throw new SealingKeyError(ELSEWHERE);
    return inFile ?? keepInFile(dataDir, randomBytes(SEALING_KEY_BYTES));
  }
  const key =
    inFile ?? (mark === undefined ? randomBytes(SEALING_KEY_BYTES) : await takeFromVault(keyVault.vault, mark));
  return keyVault.isWanted ? moveToVault(dataDir, key, keyVault) : moveToFile(dataDir, key, { keyVault, mark });
}

const ELSEWHERE =
  "The key of this station is in the keychain, which only the desktop app opens. Start the app and give its address with --url; or switch off “Keep the station's key in the keychain” in its settings and start it once.";

async function takeFromVault(vault: SecretVault, mark: string): Promise<Uint8Array> {
  const answer = await vault.find(SEALING_KEY_NAME);
  if (answer.kind === "unavailable") {
    throw new SealingKeyError(
      `The keychain does not give the key of this station: ${answer.reason}. Unlock it, then start again.`,
    );
  }
  const key = answer.kind === "found" ? Buffer.from(answer.secret, "base64url") : undefined;
  if (key?.length === SEALING_KEY_BYTES && fingerprintOf(key) === mark) return key;
  throw new SealingKeyError(
    `The keychain no longer has the key of this station. To make a new one, with which everybody signs in again, remove the file ${join(FOLDER, MARK)} from the data directory.`,
  );
}

/** The file is removed only after the keychain has returned the key. */
async function moveToVault(dataDir: string, key: Uint8Array, { vault, log }: KeyVault): Promise<Uint8Array> {
  const secret = Buffer.from(key).toString("base64url");
  const before = await vault.find(SEALING_KEY_NAME);
  if (before.kind !== "found" || before.secret !== secret) {
    const saved = await vault.save(SEALING_KEY_NAME, secret);
    const found = saved.kind === "done" ? await vault.find(SEALING_KEY_NAME) : saved;
    if (found.kind !== "found" || found.secret !== secret) {
      const reason = found.kind === "unavailable" ? found.reason : "it does not give back what was stored";
      log.warn({ reason }, "the keychain is not available; the key of the station stays in its file");
      return keepInFile(dataDir, key);
    }
  }
  writeSecretFile(join(dataDir, FOLDER, MARK), `${fingerprintOf(key)}\n`, "w");
  rmSync(join(dataDir, FOLDER, FILE), { force: true });
  return key;
}

async function moveToFile(
  dataDir: string,
  key: Uint8Array,
  { keyVault, mark }: { readonly keyVault: KeyVault; readonly mark: string | undefined },
): Promise<Uint8Array> {
  keepInFile(dataDir, key);
  if (mark === undefined) return key;
  rmSync(join(dataDir, FOLDER, MARK), { force: true });
  await keyVault.vault.remove(SEALING_KEY_NAME);
  return key;
}

function keepInFile(dataDir: string, key: Uint8Array): Uint8Array {
  const path = join(dataDir, FOLDER, FILE);
  if (readSecretFile(path)?.equals(key) === true) return key;
  writeSecretFile(path, key, "w");
  return key;
}

function fingerprintOf(key: Uint8Array): string {
  return createHash("sha256").update(key).digest("hex");
}
