import type { Principal } from "../../kernel/principal.ts";

/** An annotation of an operation; `userId` is null once the author's account has been deactivated. */
export type StoredAnnotation = {
  readonly id: string;
  readonly userId: string | null;
  readonly note: string | null;
};

type Caller = Pick<Principal, "userId" | "isAdministrator">;

export function isOwn({ userId }: StoredAnnotation, caller: Caller): boolean {
  return userId === caller.userId;
}

/** Authors can delete their own annotations, administrators all of them. */
export function canRemove(annotation: StoredAnnotation, caller: Caller): boolean {
  return caller.isAdministrator || isOwn(annotation, caller);
}

/** Each user has at most one per operation. */
export function canAdd(annotations: readonly StoredAnnotation[], caller: Caller): boolean {
  return !annotations.some((annotation) => isOwn(annotation, caller));
}
