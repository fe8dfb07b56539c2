import type { searchRoutes } from "../../contracts/search.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import { type Findable, rank } from "./search.rules.ts";

export type { Findable } from "./search.rules.ts";

const MAX_RESULTS = 50;

/** Search by name; `listAll` returns the objects that a caller can access. */
export function createSearch(listAll: (caller: Principal) => readonly Findable[]): Handlers<typeof searchRoutes> {
  return {
    search({ query, principal }) {
      const found = rank(listAll(principal), query.query).slice(0, MAX_RESULTS);
      return { status: 200, body: { objects: found.map(({ id, name, kind }) => ({ id, name, kind })) } };
    },
  };
}
