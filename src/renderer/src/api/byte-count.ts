/** How often a short text (ASCII) stands in bytes that come in pieces; across their borders as well. */
export class ByteCount {
  readonly #mark: Uint8Array;
  #matched = 0;
  #count = 0;

  /** `mark`: its first byte stands nowhere else in it. */
  constructor(mark: string) {
    this.#mark = new TextEncoder().encode(mark);
  }

  get count(): number {
    return this.#count;
  }

  take(bytes: Uint8Array): void {
    const mark = this.#mark;
    const first = mark[0] ?? 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#matched === 0) {
        at = bytes.indexOf(first, at);
        if (at < 0) return;
      }
      if (bytes[at] === mark[this.#matched]) {
        this.#matched += 1;
        at += 1;
        if (this.#matched < mark.length) continue;
        this.#count += 1;
      }
      this.#matched = 0;
    }
  }
}
