import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { Clock } from "../kernel/clock.ts";

/** An access token that is to be believed; times in Unix milliseconds. */
export type VerifiedToken = {
  /** Id of the account. */
  readonly userId: string;
  readonly clientId: string | undefined;
  /** The sign-in it stems from, where the issuer says so. */
  readonly sessionId: string | undefined;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
};

/** An issuer whose access tokens count here. */
export type TrustedIssuer = {
  /** Claim `iss`, exactly. A function: a station on a free port knows its own only once it listens. */
  readonly issuer: () => string;
  /** Claim `aud`; unchecked where none is configured. */
  readonly audience?: string;
  /** Type of the header, where the issuer is known to write it (`at+jwt`, RFC 9068). */
  readonly type?: string;
  readonly key: JWTVerifyGetKey;
  /** The account that the claims are about. */
  readonly userIdOf: (claims: JWTPayload) => string | undefined;
  readonly sessionIdOf?: (claims: JWTPayload) => string | undefined;
};

/** Pinned: neither `none`, nor an HMAC for which a public key would be the secret. */
const ALGORITHMS = ["RS256", "ES256"];
const CLOCK_SKEW_S = 30;

/**
 * Verifies access tokens (JWT, RFC 7519) by issuer, signature, audience and time, with 30 s of clock skew. Gives
 * `undefined` for any that is not to be believed, whatever the reason; rejects only when something is broken here.
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

/** Keycloak says in a claim what a token is for: an ID token or a refresh token opens nothing here. */
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

/** The text of a claim, where it is one. */
export function textOf(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" ? claim : undefined;
}
