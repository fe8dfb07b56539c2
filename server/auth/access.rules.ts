import type { AccessLevel } from "../contracts/operation-access.ts";
import type { Guarded } from "../kernel/access.ts";
import type { Principal } from "../kernel/principal.ts";

type Caller = Pick<Principal, "userId" | "isAdministrator" | "credential">;

/**
 * What a caller has been given by name: as the owner, by a share, or as an administrator of what belongs to the
 * station. Being public gives nothing here.
 */
export function explicitAccess(caller: Caller, resource: Guarded): AccessLevel | undefined {
  if (caller.credential === "none") return undefined;
  if (resource.ownerId === caller.userId) return "write";
  if (resource.ownerId === null && caller.isAdministrator) return "write";
  const shares = resource.shares.filter(({ userId }) => userId === caller.userId);
  if (shares.some(({ level }) => level === "write")) return "write";
  return shares.length > 0 ? "read" : undefined;
}

/** Owners and administrators change, shares say what they allow, and what is public is read by everybody signed in. */
export function accessOf(caller: Caller, resource: Guarded): AccessLevel | undefined {
  if (caller.credential === "none") return undefined;
  if (caller.isAdministrator) return "write";
  return explicitAccess(caller, resource) ?? (resource.isPublic ? "read" : undefined);
}

/** `exclude_public` leaves what the caller has explicit access to. */
export function canRead(caller: Caller, resource: Guarded, isPublicExcluded: boolean): boolean {
  return (isPublicExcluded ? explicitAccess(caller, resource) : accessOf(caller, resource)) !== undefined;
}

export function canWrite(caller: Caller, resource: Guarded): boolean {
  return accessOf(caller, resource) === "write";
}
