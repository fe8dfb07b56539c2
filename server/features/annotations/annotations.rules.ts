import type { Principal } from "../../kernel/principal.ts";

/** A note about an operation; nobody's once the account of who wrote it is gone. */
export type StoredAnnotation = {
  readonly id: string;
  readonly userId: string | null;
  readonly note: string | null;
};

type Caller = Pick<Principal, "userId" | "isAdministrator">;

export function isOwn({ userId }: StoredAnnotation, caller: Caller): boolean {
  return userId === caller.userId;
}

/** One's own words are nobody else's to change; administrators keep order. */
export function canRemove(annotation: StoredAnnotation, caller: Caller): boolean {
  return caller.isAdministrator || isOwn(annotation, caller);
}

/** Each user has at most one per operation. */
export function canAdd(annotations: readonly StoredAnnotation[], caller: Caller): boolean {
  return !annotations.some((annotation) => isOwn(annotation, caller));
}
