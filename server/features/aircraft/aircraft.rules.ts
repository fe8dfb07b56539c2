import type { Principal } from "../../kernel/principal.ts";

/** Owners have their own aircraft; who administers the station has everybody's. */
export function canAccess(caller: Pick<Principal, "userId" | "isAdministrator">, ownerId: string): boolean {
  return caller.isAdministrator || caller.userId === ownerId;
}

/** The name of an aircraft that was given none: its model's, or a plain word, numbered where the owner has it already. */
export function defaultName(modelName: string | null, taken: readonly string[]): string {
  const stem = modelName ?? "Aircraft";
  const used = new Set(taken);
  if (modelName !== null && !used.has(stem)) return stem;
  for (let number = modelName === null ? 1 : 2; ; number++) {
    const name = `${stem} ${number}`;
    if (!used.has(name)) return name;
  }
}
