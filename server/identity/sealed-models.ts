import { createHash } from "node:crypto";
import type { AdapterPayload } from "oidc-provider";
import type { Sealing } from "../kernel/sealing.ts";

/**
 * The id of a model is also a credential of its holder: a refresh token, a code, the cookie of a browser. It is stored
 * as a hash; the ids are 256 random bits, so that they cannot be found from the hash. The id of a consent (`Grant`) is
 * not a credential.
 */
export function storedId(name: string, id: string): string {
  if (!isCredential(name)) return id;
  return `${HASHED}${createHash("sha256").update(id).digest("base64url")}`;
}

export const HASHED = "sha256-";

export function isCredential(name: string): boolean {
  return name !== "Grant" && name !== "CookieSecret";
}

/** A model in its stored form: a repeated id is sealed. */
export function sealPayload(payload: AdapterPayload, sealing: Sealing): AdapterPayload {
  return changeIds(payload, sealing.seal)!;
}

/** A model as the provider wrote it; undefined where it was sealed with another key. */
export function openPayload(payload: AdapterPayload, sealing: Sealing): AdapterPayload | undefined {
  return changeIds(payload, sealing.open);
}

/** Changes the ids in a payload; `session.cookie` of an interaction is the id of the browser's session. */
function changeIds(payload: AdapterPayload, change: (id: string) => string | undefined): AdapterPayload | undefined {
  const changed: AdapterPayload = { ...payload };
  if (typeof payload.jti === "string") {
    const jti = change(payload.jti);
    if (jti === undefined) return undefined;
    changed.jti = jti;
  }
  const { session } = payload;
  if (typeof session?.cookie === "string") {
    const cookie = change(session.cookie);
    if (cookie === undefined) return undefined;
    changed.session = { ...session, cookie };
  }
  return changed;
}
