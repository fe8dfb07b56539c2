import { createHash, createPublicKey, sign, verify } from "node:crypto";

/** Names of the files that have a meaning of their own in a pack. */
export const SUMS_FILE = "SHA256SUMS";
export const MANIFEST_FILE = "manifest.json";
export const KEY_FILE = "evidence-key.pem";
export const ABOUT_FILE = "about.json";
export const REPORT_FILE = "report.html";
/** A time stamp of `SHA256SUMS` (RFC 3161), which may be put beside it later. */
export const TIME_STAMP_FILE = `${SUMS_FILE}.tsr`;

/** A file of a pack; SHA-256, hexadecimal. */
export type PackedFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

/** The chain of record hashes of a file of lines; `head` is the last hash. */
export type PackedChain = { readonly path: string; readonly records: number; readonly head: string };

export type Manifest = {
  readonly format: "fieldstation-evidence";
  readonly version: 1;
  readonly files: readonly PackedFile[];
  readonly chains: readonly PackedChain[];
  readonly key_fingerprint: string;
  /** Ed25519 over the bytes of `SHA256SUMS`, base64. */
  readonly signature: string;
};

/** Everything in the manifest follows from the other files, except the signature. */
export function manifestOf(
  files: readonly PackedFile[],
  chains: readonly PackedChain[],
  keyFingerprint: string,
  signature: string,
): Manifest {
  return {
    format: "fieldstation-evidence",
    version: 1,
    files: inOrder(files),
    chains: inOrder(chains),
    key_fingerprint: keyFingerprint,
    signature,
  };
}

/** As `sha256sum` writes and reads it: in the order of the names, so that it is the same each time. */
export function sumsOf(files: readonly PackedFile[]): string {
  return inOrder(files)
    .map(({ sha256, path }) => `${sha256}  ${path}\n`)
    .join("");
}

const SUM_LINES = /(?:^|\n)([0-9a-f]{64}) [ *](.+)(?=\n|$)/g;

/** The files of a list that `sha256sum` would read. Invalid lines are left out. */
export function readSums(text: string): ReadonlyMap<string, string> {
  const sums = new Map<string, string>();
  // Line by line: as a list, millions of empty lines would take a hundred times their size.
  for (const [, sha256, path] of text.matchAll(SUM_LINES)) sums.set(path!, sha256!);
  return sums;
}

export function signSums(sums: Uint8Array, privatePem: string): string {
  return sign(null, sums, privatePem).toString("base64");
}

/** False also where the key or the signature is invalid. */
export function isSignedBy(sums: Uint8Array, signature: string, publicPem: string): boolean {
  try {
    const key = createPublicKey(publicPem);
    return key.asymmetricKeyType === "ed25519" && verify(null, sums, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** SHA-256 of the DER form of a public key, hexadecimal; undefined where it is invalid. */
export function fingerprintOf(publicPem: string): string | undefined {
  try {
    const der = createPublicKey(publicPem).export({ type: "spki", format: "der" });
    return createHash("sha256").update(der).digest("hex");
  } catch {
    return undefined;
  }
}

function inOrder<F extends { readonly path: string }>(files: readonly F[]): readonly F[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
