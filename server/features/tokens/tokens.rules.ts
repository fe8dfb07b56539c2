import { createHash, timingSafeEqual } from "node:crypto";
import { MAX_PAT_VALIDITY_DAYS } from "../../contracts/tokens.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const PREFIX_CHARACTERS = 8;
const SECRET_CHARACTERS = 32;
const TOKEN_TEXT = new RegExp(`^[A-Za-z0-9]{${PREFIX_CHARACTERS}}\\.[A-Za-z0-9]{${SECRET_CHARACTERS}}$`);

/** Returns a cryptographically secure random integer from 0 (inclusive) to `bound` (exclusive). */
export type RandomInt = (bound: number) => number;

/** Generates a token: a prefix of eight characters, a dot, and a secret of 32 characters (190 bits). */
export function generateTokenText(randomInt: RandomInt): string {
  const characters = (count: number) => Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${characters(PREFIX_CHARACTERS).join("")}.${characters(SECRET_CHARACTERS).join("")}`;
}

export function isTokenText(text: string): boolean {
  return TOKEN_TEXT.test(text);
}

export function prefixOf(tokenText: string): string {
  return tokenText.slice(0, PREFIX_CHARACTERS);
}

/**
 * SHA-256 (FIPS 180-4). Slow hashes protect guessable passwords; 190 random bits cannot be guessed, and this hash is
 * computed with every request.
 */
export function hashOf(tokenText: string): Buffer {
  return createHash("sha256").update(tokenText).digest();
}

/** Compares in constant time. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** What is wrong with the expiry of a new token, if anything. Times in Unix milliseconds. */
export function expiryProblem(expiresMs: number, nowMs: number): string | undefined {
  if (expiresMs <= nowMs) return "must be in the future";
  const maxMs = MAX_PAT_VALIDITY_DAYS * 24 * HOUR_MS;
  return expiresMs - nowMs > maxMs ? `must be at most ${MAX_PAT_VALIDITY_DAYS} days from now` : undefined;
}

/** Whether to record a use: only when the last recorded one is at least a minute old. */
export function shouldRecordUse(lastUsedMs: number | null, nowMs: number): boolean {
  return lastUsedMs === null || nowMs - lastUsedMs >= MINUTE_MS;
}
