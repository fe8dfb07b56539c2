import type { AccessLevel } from "../contracts/operation-access.ts";
import type { Principal } from "./principal.ts";

/** The properties of an operation or suboperation that decide who has access to it. */
export type Guarded = {
  /** `null` for what belongs to the station, because its own receivers received it. */
  readonly ownerId: string | null;
  readonly isPublic: boolean;
  readonly shares: readonly { readonly userId: string; readonly level: AccessLevel }[];
};

/** The caller, and whether to leave out what that caller can read only because it is public. */
export type Viewer = { readonly caller: Principal; readonly isPublicExcluded: boolean };
