import type { searchRoutes } from "../../contracts/search.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { SearchDeps } from "./search.deps.ts";
import { rank } from "./search.rules.ts";

export type { Findable } from "./search.rules.ts";

const MAX_RESULTS = 50;

/** Search by name. */
export function createSearch({ listFindable }: SearchDeps): { readonly handlers: Handlers<typeof searchRoutes> } {
  return {
    handlers: {
      search({ query, principal }) {
        const found = rank(listFindable(principal), query.query).slice(0, MAX_RESULTS);
        return { status: 200, body: { objects: found.map(({ id, name, kind }) => ({ id, name, kind })) } };
      },
    },
  };
}
