import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { PasskeyProblem } from "../../contracts/second-factor.ts";

export const RECOVERY_CODES = 10;
/** 80 random bits: their hash cannot be reversed by trial, even with a copy of the database. */
export const RECOVERY_CODE_BYTES = 10;

/** Crockford's base32: without the letters that are mistaken for digits when they are read from paper. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LOOKALIKES: Readonly<Record<string, string>> = { o: "0", i: "1", l: "1" };

/** `abcd-efgh-jkmn-pqrs`. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const letters = Array.from({ length: (bytes.length * 8) / 5 }, () => {
    const letter = ALPHABET[Number(bits & 31n)] ?? "";
    bits >>= 5n;
    return letter;
  });
  return letters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** The hash by which a recovery code is compared, however it was typed. */
export function recoveryCodeHash(userId: string, typed: string): Buffer {
  const letters = typed
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .replaceAll(/[oil]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return createHash("sha256").update(`recovery:${userId}:${letters}`).digest();
}

/** The six digits of an authenticator app, which people type with a space in the middle; else undefined. */
export function appCodeOf(typed: string): string | undefined {
  const digits = typed.normalize("NFKC").replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** The domain that passkeys of a station belong to, or the reason why there can be none. */
export type PasskeyPlace = {
  /** Relying party id of WebAuthn: the name of the station. */
  readonly rpId: string;
  readonly origin: string;
  readonly problem: PasskeyProblem | null;
};

/**
 * WebAuthn ties a passkey to a domain name (Level 3, 5.1.3): it has none at an IP address, and browsers offer it in a
 * secure context only, which is https or this computer by name.
 */
export function passkeyPlaceOf(baseUrl: string): PasskeyPlace {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isAddress = isIP(hostname.replaceAll(/^\[|\]$/g, "")) !== 0;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const problem = isAddress ? "ip_address" : protocol === "https:" || isLocal ? null : "insecure";
  return { rpId: hostname, origin, problem };
}

/** How an authenticator app names the account, among those of other stations. */
export function issuerNameOf(baseUrl: string): string {
  const { rpId, problem } = passkeyPlaceOf(baseUrl);
  return problem === "ip_address" || rpId === "localhost" ? "Fieldstation" : `Fieldstation ${rpId}`;
}
