import { createCipheriv } from "node:crypto";

/**
 * The authentication tag of CCM (RFC 3610), block by block, so that a simulated device does not check a signature with
 * the function that made it. Without additional data; the length field takes what the nonce leaves of 15 bytes.
 */
export function ccmTag(key: Uint8Array, nonce: Uint8Array, message: Uint8Array, tagBytes: number): Uint8Array {
  const block = (bytes: Uint8Array): Uint8Array => {
    const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  };
  const lengthBytes = 15 - nonce.length;
  const first = new Uint8Array(16);
  first[0] = 8 * ((tagBytes - 2) / 2) + (lengthBytes - 1);
  first.set(nonce, 1);
  for (let index = 0; index < lengthBytes; index += 1) {
    first[15 - index] = Math.floor(message.length / 256 ** index) % 256;
  }
  let chained = block(first);
  for (let at = 0; at < message.length; at += 16) {
    chained = block(chained.map((byte, index) => byte ^ (message[at + index] ?? 0)));
  }
  const counter = new Uint8Array(16);
  counter[0] = lengthBytes - 1;
  counter.set(nonce, 1);
  const mask = block(counter);
  return chained.map((byte, index) => byte ^ mask[index]!).slice(0, tagBytes);
}
