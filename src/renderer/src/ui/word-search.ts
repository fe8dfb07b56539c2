import { foldText } from "../../../../server/contracts/fold-text.ts";

/** Whether a text contains every word of a search, in any order, ignoring case, accents and hyphens. */
export function includesAllWords(text: string, search: string): boolean {
  const folded = foldText(text);
  return foldText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
