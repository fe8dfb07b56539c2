import type { Principal } from "../../kernel/principal.ts";

/** Owners can access their own aircraft, administrators all of them. */
export function canAccess(caller: Pick<Principal, "userId" | "isAdministrator">, ownerId: string): boolean {
  return caller.isAdministrator || caller.userId === ownerId;
}

/** The default name of an aircraft: the name of its model or a generic one, numbered when the owner already uses it. */
export function defaultName(modelName: string | null, taken: readonly string[]): string {
  const stem = modelName ?? "Aircraft";
  const used = new Set(taken);
  if (modelName !== null && !used.has(stem)) return stem;
  for (let number = modelName === null ? 1 : 2; ; number++) {
    const name = `${stem} ${number}`;
    if (!used.has(name)) return name;
  }
}
