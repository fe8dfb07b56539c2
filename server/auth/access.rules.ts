import type { AccessLevel } from "../contracts/operation-access.ts";
import type { Guarded } from "../kernel/access.ts";
import type { Principal } from "../kernel/principal.ts";

type Caller = Pick<Principal, "userId" | "isAdministrator" | "credential">;

/**
 * A caller's explicit access: as the owner, by a share, or as an administrator for what belongs to the station. Public
 * visibility does not count.
 */
export function explicitAccess(caller: Caller, resource: Guarded): AccessLevel | undefined {
  if (caller.credential === "none") return undefined;
  if (resource.ownerId === caller.userId) return "write";
  if (resource.ownerId === null && caller.isAdministrator) return "write";
  const shares = resource.shares.filter(({ userId }) => userId === caller.userId);
  if (shares.some(({ level }) => level === "write")) return "write";
  return shares.length > 0 ? "read" : undefined;
}

/**
 * A caller's access: owners and administrators can write, shares set the level, public resources are readable for every
 * signed-in user.
 */
export function accessOf(caller: Caller, resource: Guarded): AccessLevel | undefined {
  if (caller.credential === "none") return undefined;
  if (caller.isAdministrator) return "write";
  return explicitAccess(caller, resource) ?? (resource.isPublic ? "read" : undefined);
}

/** Whether a caller can read a resource; with `isPublicExcluded` only by explicit access. */
export function canRead(caller: Caller, resource: Guarded, isPublicExcluded: boolean): boolean {
  return (isPublicExcluded ? explicitAccess(caller, resource) : accessOf(caller, resource)) !== undefined;
}

export function canWrite(caller: Caller, resource: Guarded): boolean {
  return accessOf(caller, resource) === "write";
}
