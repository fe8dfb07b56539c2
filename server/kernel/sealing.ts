import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts what is stored, with a key that is stored elsewhere. */
export type Sealing = {
  readonly seal: (text: string) => string;
  /**
   * Decrypts a stored text: unchanged where it was never sealed, undefined where it was sealed with another key or
   * altered.
   */
  readonly open: (stored: string) => string | undefined;
  readonly isSealed: (stored: string) => boolean;
};

export const SEALING_KEY_BYTES = 32;
const PREFIX = "sealed-1:";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a random nonce for each text (NIST SP 800-38D). */
export function createSealing(key: Uint8Array): Sealing {
  const isSealed = (stored: string) => stored.startsWith(PREFIX);
  return {
    isSealed,
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return PREFIX + sealed.toString("base64url");
    },
    open(stored) {
      if (!isSealed(stored)) return stored;
      const bytes = Buffer.from(stored.slice(PREFIX.length), "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        return undefined;
      }
    },
  };
}
