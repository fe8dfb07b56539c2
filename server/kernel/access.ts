import type { AccessLevel } from "../contracts/operation-access.ts";
import type { Principal } from "./principal.ts";

/** What access to an operation or suboperation is decided by. */
export type Guarded = {
  /** `null` for what belongs to the station: what its own receivers heard. */
  readonly ownerId: string | null;
  readonly isPublic: boolean;
  readonly shares: readonly { readonly userId: string; readonly level: AccessLevel }[];
};

/** Who looks, and whether only at what was given to that caller by name. */
export type Viewer = { readonly caller: Principal; readonly isPublicExcluded: boolean };
