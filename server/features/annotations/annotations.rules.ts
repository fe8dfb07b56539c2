import type { Principal } from "../../kernel/principal.ts";

/** A note about an operation; nobody's once the account of who wrote it is gone. */
export type StoredAnnotation = {
  readonly id: string;
  readonly userId: string | null;
  readonly note: string | null;
};

type Asker = Pick<Principal, "userId" | "isAdministrator">;

export function isOwn({ userId }: StoredAnnotation, asker: Asker): boolean {
  return userId === asker.userId;
}

/** One's own words are nobody else's to change; administrators keep order. */
export function canRemove(annotation: StoredAnnotation, asker: Asker): boolean {
  return asker.isAdministrator || isOwn(annotation, asker);
}

/** Each user has at most one per operation. */
export function canAdd(annotations: readonly StoredAnnotation[], asker: Asker): boolean {
  return !annotations.some((annotation) => isOwn(annotation, asker));
}
