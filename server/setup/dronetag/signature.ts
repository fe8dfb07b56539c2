import { createCipheriv } from "node:crypto";

/** Keys of a Dronetag, bytes. */
export const KEY_BYTES = 32;

const NONCE = new Uint8Array(13);
const TAG_BYTES = 16;

/**
 * A change for a locked device: `cnt` is the base64 text of the settings with the device's serial number, `sig` the
 * AES-256-CCM tag (RFC 3610) over that text. The device expects a nonce of zeros; the encrypted text is not sent.
 */
export function signSettings(settings: string, key: Uint8Array): string {
  const content = Buffer.from(settings, "utf8").toString("base64");
  const cipher = createCipheriv("aes-256-ccm", key, NONCE, { authTagLength: TAG_BYTES });
  cipher.update(content, "utf8");
  cipher.final();
  return JSON.stringify({ cnt: content, sig: cipher.getAuthTag().toString("base64") });
}
