import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readObserved } from "./observed-read.ts";
import { OWNER_ONLY } from "./database-file.ts";

/** How a backup is encrypted: with the public keys of recipients, or with a passphrase. */
export type BackupEncryption =
  | { readonly kind: "recipients"; readonly recipients: readonly string[] }
  | { readonly kind: "passphrase"; readonly passphrase: string };

/** The keys that decrypt a backup; identities are lines `AGE-SECRET-KEY-…`. */
export type BackupKeys = { readonly identities?: readonly string[]; readonly passphrase?: string };

/** Loaded when something is encrypted: most stations never need it. */
const age = () => import("age-encryption");
const HEADER = "age-encryption.org/v1\n";
/** Each attempt then takes scrypt 64 MiB and a second; the default of 256 MiB is too much for a small station. */
const SCRYPT_LOG_N = 16;

/** Why a text is not a valid recipient, as a sentence; undefined where it is one. */
export async function recipientProblem(recipient: string): Promise<string | undefined> {
  const { Encrypter } = await age();
  try {
    new Encrypter().addRecipient(recipient);
    return undefined;
  } catch {
    return "is no public key of age: those begin with age1.";
  }
}

/** Whether a file is encrypted in the format of age. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    return buffer.subarray(0, bytesRead).toString("latin1") === HEADER;
  } finally {
    await handle.close();
  }
}

/**
 * Encrypts a file into another one in the format of age (age-encryption.org/v1), 64 kB at a time. With a passphrase the
 * result is opened again and compared; with recipients only they could.
 */
export async function encryptFile(from: string, to: string, encryption: BackupEncryption): Promise<void> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  if (encryption.kind === "passphrase") {
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
    encrypter.setPassphrase(encryption.passphrase);
  } else {
    for (const recipient of encryption.recipients) encrypter.addRecipient(recipient);
  }
  const written = createHash("sha256");
  const plain = readObserved(from, (chunk) => written.update(chunk));
  const sealed = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
  await pipeline(Readable.fromWeb(sealed as never), createWriteStream(to, { mode: OWNER_ONLY }));
  if (encryption.kind === "recipients") return;
  const read = createHash("sha256");
  const nowhere = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      read.update(chunk);
      done();
    },
  });
  await pipeline(await openDecrypted(to, { passphrase: encryption.passphrase }), nowhere);
  if (!written.digest().equals(read.digest())) throw new Error(`${to} does not give back what was encrypted.`);
}

/**
 * Decrypts a file into another one. Throws a sentence where no key decrypts it, or where it was altered or truncated.
 */
export async function decryptFile(from: string, to: string, keys: BackupKeys): Promise<void> {
  await pipeline(await openDecrypted(from, keys), createWriteStream(to, { mode: OWNER_ONLY }));
}

/**
 * The decrypted content of a file; rejects with a sentence where no key decrypts it. `observe` is called with each
 * chunk that is read of the encrypted file.
 */
export async function openDecrypted(
  file: string,
  { identities = [], passphrase }: BackupKeys,
  observe: (chunk: Uint8Array) => unknown = () => undefined,
): Promise<Readable> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  for (const identity of identities) decrypter.addIdentity(identity);
  const source = readObserved(file, observe);
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)) as never);
  } catch (error) {
    source.destroy();
    throw new Error(`${file} is not opened by this ${passphrase === undefined ? "identity" : "passphrase"}.`, {
      cause: error,
    });
  }
}
