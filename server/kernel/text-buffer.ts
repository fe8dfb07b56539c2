import { Buffer } from "node:buffer";

/** Room for the text of a short track. */
const FIRST_BYTES = 64 * 1024;

/** Text as UTF-8 in one buffer that is used again and grows: a buffer for each text would stay until a collection. */
export class TextBuffer {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  append(text: string): void {
    const needed = this.#length + Buffer.byteLength(text);
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** What was written since it was cleared; valid until the next change. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
