/** A word that the glossary replaces, and what takes its place. */
export type BannedWord = { readonly word: string; readonly term: string };

/** Uses that a standard or a platform prescribes, so that the word stays: the file and the piece of text. */
export type Allowance = { readonly file: RegExp; readonly text: RegExp; readonly why: string };

/** The words in the last column of the glossary's table. */
export function bannedWordsOf(glossary: string): readonly BannedWord[] {
  return glossary
    .split("\n")
    .filter((line) => line.startsWith("| **"))
    .flatMap((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      const term = cells[1]!.replaceAll("*", "");
      return cells[4]!
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== "")
        .map((word) => ({ word, term }));
    });
}

/** Lines with a banned word, in a sentence or as a part of a name in any case: `createBook`, `fragment-fixes`. */
export function findBanned(text: string, words: readonly BannedWord[]): readonly { line: number; word: string }[] {
  return text.split("\n").flatMap((content, index) => {
    const parts = new Set(partsOf(content));
    return words
      .filter(({ word }) => formsOf(word).some((form) => parts.has(form)))
      .map(({ word }) => ({ line: index + 1, word }));
  });
}

/** Constants that are bounds but are not named `MAX_…` or `MIN_…`. */
export function findOddBounds(text: string): readonly string[] {
  return (
    text.match(
      /\b(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|FEWEST)_[A-Z0-9_]+\b|\b[A-Z0-9_]+_(?:MOST|LEAST|LONGEST)\b/g,
    ) ?? []
  );
}

/** The words of a line in lower case, those within camelCase, kebab-case and snake_case names included. */
function partsOf(line: string): readonly string[] {
  return line
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}

function formsOf(word: string): readonly string[] {
  return [word, `${word}s`, word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}es`];
}
