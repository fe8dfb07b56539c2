import type { AccessLevel } from "../contracts/operation-access.ts";
import type { Guarded } from "../kernel/access.ts";
import type { Principal } from "../kernel/principal.ts";

type Asker = Pick<Principal, "userId" | "isAdministrator" | "credential">;

/**
 * What a caller has been given by name: as the owner, by a share, or as an administrator of what belongs to the
 * station. Being public gives nothing here.
 */
export function explicitAccess(asker: Asker, thing: Guarded): AccessLevel | undefined {
  if (asker.credential === "none") return undefined;
  if (thing.ownerId === asker.userId) return "write";
  if (thing.ownerId === null && asker.isAdministrator) return "write";
  const shares = thing.shares.filter(({ userId }) => userId === asker.userId);
  if (shares.some(({ level }) => level === "write")) return "write";
  return shares.length > 0 ? "read" : undefined;
}

/** Owners and administrators change, shares say what they allow, and what is public is read by everybody signed in. */
export function accessOf(asker: Asker, thing: Guarded): AccessLevel | undefined {
  if (asker.credential === "none") return undefined;
  if (asker.isAdministrator) return "write";
  return explicitAccess(asker, thing) ?? (thing.isPublic ? "read" : undefined);
}

/** `exclude_public` leaves what the caller has explicit access to. */
export function mayRead(asker: Asker, thing: Guarded, isPublicExcluded: boolean): boolean {
  return (isPublicExcluded ? explicitAccess(asker, thing) : accessOf(asker, thing)) !== undefined;
}

export function mayWrite(asker: Asker, thing: Guarded): boolean {
  return accessOf(asker, thing) === "write";
}
