import { Buffer } from "node:buffer";
import { z } from "zod";
import type { PeerClient } from "./peer.client.ts";

const TokenPayload = z.object({ exp: z.number() });

/** A personal access token: the eight characters under which the peer lists it, a dot, and the secret. */
const PERSONAL_TOKEN = /^([^.]{8})\.[^.]+$/;

/** When a token expires, Unix milliseconds; `null` where neither the token nor the peer states it. */
export async function findTokenExpiry(
  token: string | undefined,
  { call }: Pick<PeerClient, "call">,
): Promise<number | null> {
  if (token === undefined) return null;
  const prefix = PERSONAL_TOKEN.exec(token)?.[1];
  if (prefix === undefined) return expiryOfJwt(token);
  const answer = await call("listPersonalAccessTokens");
  const listed = answer.kind === "ok" && Array.isArray(answer.body) ? answer.body : [];
  const expiresMs = Date.parse(listed.find((one) => one.prefix === prefix)?.expires_at ?? "");
  return Number.isNaN(expiresMs) ? null : expiresMs;
}

/** A JWT contains its expiry. */
function expiryOfJwt(token: string): number | null {
  const payload = token.split(".")[1];
  if (payload === undefined) return null;
  try {
    const parsed = TokenPayload.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
    return parsed.success ? parsed.data.exp * 1000 : null;
  } catch {
    return null;
  }
}
