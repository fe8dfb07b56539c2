import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { WritableDb } from "../storage/database.ts";
import { findRecord, upsertRecord } from "./records.store.ts";

const MODEL = "CookieSecret";

/** What cookies are signed with: made at first start, kept, so that a restart signs nobody out. */
export function loadCookieSecret(db: WritableDb): string {
  const found = findRecord(db, MODEL, "id", "current")?.payload;
  return found === undefined ? replaceCookieSecret(db) : (found as { readonly secret: string }).secret;
}

/** A new one: no cookie of before is believed any more. */
export function replaceCookieSecret(db: WritableDb): string {
  const secret = randomBytes(32).toString("base64url");
  upsertRecord(db, {
    model: MODEL,
    id: "current",
    payload: { secret },
    grantId: undefined,
    userCode: undefined,
    uid: undefined,
    expiresMs: undefined,
  });
  return secret;
}

/** Proves that a form was made here for this very sign-in: a page elsewhere cannot know it. */
export function formToken(cookieSecret: string, interactionId: string): string {
  return createHmac("sha256", cookieSecret).update(`form:${interactionId}`).digest("base64url");
}

export function isFormToken(cookieSecret: string, interactionId: string, given: string): boolean {
  return isEqual(formToken(cookieSecret, interactionId), given);
}

/** Proves that this person has just given the right password in this very sign-in. */
export function passwordProof(cookieSecret: string, interactionId: string, userId: string): string {
  return createHmac("sha256", cookieSecret).update(`password:${interactionId}:${userId}`).digest("base64url");
}

/** Takes as long for a wrong value as for a right one. */
export function isEqual(expected: string, given: string): boolean {
  const digest = (text: string) => createHmac("sha256", "equal").update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}
