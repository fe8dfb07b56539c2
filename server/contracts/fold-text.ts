/** Letters that Unicode does not decompose into a letter and a mark, as people type them without that key. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const ANY_LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** Normalises a text for a search: without case, accents and hyphens. */
export function foldText(text: string): string {
  // Most texts have nothing to normalise, and a search compares tens of thousands.
  if (!/[^\0-\x7f]/.test(text)) return withoutHyphens(text).toLowerCase();
  const plain = withoutHyphens(text.normalize("NFD").replaceAll(/\p{M}/gu, "")).toLowerCase();
  return plain.replaceAll(ANY_LETTER, (letter) => LETTERS[letter] ?? letter);
}

function withoutHyphens(text: string): string {
  return text.replaceAll(/[-'’]/g, " ");
}
