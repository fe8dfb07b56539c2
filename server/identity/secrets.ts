import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Sealing } from "../kernel/sealing.ts";
import type { WritableDb } from "../storage/database.ts";
import { findModel, upsertModel } from "./oidc-models.store.ts";

const MODEL = "CookieSecret";

/** The secret that signs cookies; created at the first start and stored, so that a restart does not sign users out. */
export function loadCookieSecret(db: WritableDb, sealing: Sealing): string {
  const found = findModel(db, MODEL, "id", "current")?.payload;
  const stored = (found as { readonly secret: string } | undefined)?.secret;
  const secret = stored === undefined ? undefined : sealing.open(stored);
  if (secret === undefined) return replaceCookieSecret(db, sealing);
  if (!sealing.isSealed(stored!)) storeCookieSecret(db, secret, sealing);
  return secret;
}

/** Replaces the secret, which invalidates all existing cookies. */
export function replaceCookieSecret(db: WritableDb, sealing: Sealing): string {
  const secret = randomBytes(32).toString("base64url");
  storeCookieSecret(db, secret, sealing);
  return secret;
}

function storeCookieSecret(db: WritableDb, secret: string, sealing: Sealing): void {
  upsertModel(db, {
    name: MODEL,
    id: "current",
    payload: { secret: sealing.seal(secret) },
    grantId: undefined,
    userCode: undefined,
    uid: undefined,
    expiresMs: undefined,
  });
}

/** CSRF token: proves that a form was created by this station for this interaction. */
export function formToken(cookieSecret: string, interactionId: string): string {
  return createHmac("sha256", cookieSecret).update(`form:${interactionId}`).digest("base64url");
}

export function isFormToken(cookieSecret: string, interactionId: string, given: string): boolean {
  return isEqual(formToken(cookieSecret, interactionId), given);
}

/** Proves what the user has just proven in this interaction: the password, or that and a second factor. */
export function signInProof(
  cookieSecret: string,
  interactionId: string,
  { userId, proven }: { readonly userId: string; readonly proven: string },
): string {
  const text = `sign-in:${interactionId}:${proven}:${userId}`;
  return createHmac("sha256", cookieSecret).update(text).digest("base64url");
}

/** Compares in constant time. */
export function isEqual(expected: string, given: string): boolean {
  const digest = (text: string) => createHmac("sha256", "equal").update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}
