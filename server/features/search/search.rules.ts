import type { SearchResult } from "../../contracts/search.ts";
import { foldCase } from "../../contracts/fold-case.ts";
import { foldText } from "../../contracts/fold-text.ts";

/** An object that can be found by its name and alternative names. */
export type Findable = SearchResult["objects"][number] & { readonly alsoKnownAs?: readonly string[] };

/** Orders by match: whole name, start of the name, start of a word, anywhere else; then by name. */
export function rank(objects: readonly Findable[], query: string): readonly Findable[] {
  const wanted = searchKeyOf(query).trim();
  if (wanted === "") return [];
  return objects
    .flatMap((object) => {
      const names = [object.name, ...(object.alsoKnownAs ?? [])].map(searchKeyOf);
      const grade = Math.min(...names.map((name) => gradeOf(name, wanted)));
      return grade === NOT_FOUND ? [] : [{ object, grade }];
    })
    .toSorted((a, b) => a.grade - b.grade || a.object.name.localeCompare(b.object.name, "en"))
    .map(({ object }) => object);
}

/** Case and accents do not matter, as in the searches of the console: not every keyboard has them. */
function searchKeyOf(text: string): string {
  return foldText(foldCase(text));
}

const NOT_FOUND = 4;

function gradeOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  const at = name.indexOf(wanted);
  if (at < 0) return NOT_FOUND;
  if (at === 0) return 1;
  return /[\p{L}\p{N}]/u.test(name[at - 1]!) ? 3 : 2;
}
