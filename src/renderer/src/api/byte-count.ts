/** Counts how often a short ASCII text occurs in bytes that arrive in chunks, across their borders as well. */
export class ByteCount {
  readonly #text: Uint8Array;
  #matched = 0;
  #count = 0;

  /** `text`: its first byte must occur nowhere else in it. */
  constructor(text: string) {
    this.#text = new TextEncoder().encode(text);
  }

  get count(): number {
    return this.#count;
  }

  add(bytes: Uint8Array): void {
    const text = this.#text;
    const first = text[0] ?? 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#matched === 0) {
        at = bytes.indexOf(first, at);
        if (at < 0) return;
      }
      if (bytes[at] === text[this.#matched]) {
        this.#matched += 1;
        at += 1;
        if (this.#matched < text.length) continue;
        this.#count += 1;
      }
      this.#matched = 0;
    }
  }
}
