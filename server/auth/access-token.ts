import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { Clock } from "../kernel/clock.ts";

/** A valid access token; times in Unix milliseconds. */
export type VerifiedToken = {
  /** Id of the account. */
  readonly userId: string;
  readonly clientId: string | undefined;
  /** The session it belongs to, if the issuer provides it. */
  readonly sessionId: string | undefined;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
};

/** An issuer whose access tokens are accepted. */
export type TrustedIssuer = {
  /** The exact `iss` claim. A function, because a station on a free port knows its own issuer only once it listens. */
  readonly issuer: () => string;
  /** The required `aud` claim; not checked when omitted. */
  readonly audience?: string;
  /** The required `typ` header, for issuers that set it (`at+jwt`, RFC 9068). */
  readonly type?: string;
  readonly key: JWTVerifyGetKey;
  /** Id of the account of the claims' subject. */
  readonly userIdOf: (claims: JWTPayload) => string | undefined;
  readonly sessionIdOf?: (claims: JWTPayload) => string | undefined;
};

/** Only these: excludes `none`, and HMAC, for which the public key would be the secret. */
const ALGORITHMS = ["RS256", "ES256"];
const CLOCK_SKEW_S = 30;

/**
 * Verifies access tokens (JWT, RFC 7519) by issuer, signature, audience and time, with 30 s of clock skew. Returns
 * `undefined` for an invalid token, whatever the reason; rejects only on internal errors.
 */
export function createTokenVerifier(
  issuers: readonly TrustedIssuer[],
  clock: Clock,
): (text: string) => Promise<VerifiedToken | undefined> {
  return async (text) => {
    try {
      const claimed = decodeJwt(text).iss;
      const trusted = issuers.find(({ issuer }) => issuer() === claimed);
      if (trusted === undefined) return undefined;
      const { payload } = await jwtVerify(text, trusted.key, {
        algorithms: ALGORITHMS,
        issuer: trusted.issuer(),
        clockTolerance: CLOCK_SKEW_S,
        currentDate: new Date(clock.now()),
        requiredClaims: ["exp", "iat", "sub"],
        ...(trusted.audience === undefined ? {} : { audience: trusted.audience }),
        ...(trusted.type === undefined ? {} : { typ: trusted.type }),
      });
      return isAccessToken(payload) ? toVerified(payload, trusted) : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
}

/** Keycloak states the purpose of a token in the `typ` claim: ID tokens and refresh tokens are rejected. */
function isAccessToken({ typ }: JWTPayload): boolean {
  return typ === undefined || (typeof typ === "string" && typ.toLowerCase() === "bearer");
}

function toVerified(payload: JWTPayload, { userIdOf, sessionIdOf }: TrustedIssuer): VerifiedToken | undefined {
  const userId = userIdOf(payload);
  if (userId === undefined || payload.exp === undefined || payload.iat === undefined) return undefined;
  return {
    userId,
    clientId: textOf(payload["client_id"]) ?? textOf(payload["azp"]),
    sessionId: sessionIdOf?.(payload),
    issuedAtMs: payload.iat * 1000,
    expiresAtMs: payload.exp * 1000,
  };
}

/** The claim if it is a text, otherwise `undefined`. */
export function textOf(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" ? claim : undefined;
}
