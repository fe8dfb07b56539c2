/** Short texts as one word of four bytes (little-endian), which is written in one go, and their lengths. */
type Words = { readonly words: Uint32Array; readonly lengths: Uint8Array };

function wordsOf(count: number, textOf: (value: number) => string, lengthOf: (text: string) => number): Words {
  const words = new Uint32Array(count);
  const lengths = new Uint8Array(count);
  for (let value = 0; value < count; value++) {
    const text = textOf(value);
    for (let at = text.length - 1; at >= 0; at--) words[value] = words[value]! * 256 + text.charCodeAt(at);
    lengths[value] = lengthOf(text);
  }
  return { words, lengths };
}

const whole = (text: string): number => text.length;
const withoutLastZeros = (text: string): number => text.replace(/0+$/u, "").length;

/** 0 to 999 without leading zeros. */
export const WHOLE_NUMBERS = wordsOf(1000, String, whole);
/** A point and three decimals; the length is without zeros at the end. */
export const DECIMALS_3 = wordsOf(1000, (value) => `.${String(value).padStart(3, "0")}`, withoutLastZeros);
/** The four decimals that follow three others; the length is without zeros at the end. */
export const DECIMALS_4 = wordsOf(10_000, (value) => String(value).padStart(4, "0"), withoutLastZeros);
