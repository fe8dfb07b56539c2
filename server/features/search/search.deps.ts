import type { Principal } from "../../kernel/principal.ts";
import type { Findable } from "./search.rules.ts";

export type SearchDeps = {
  /** The objects that a caller can access. */
  readonly listFindable: (caller: Principal) => readonly Findable[];
};
