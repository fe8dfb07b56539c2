/** Path of the provider below the station's base URL. */
export const REALM_PATH = "/realms/dcp";

/** Paths below the realm: those in the API document, and for others the conventional ones of such realms. */
export const PATHS = {
  authorization: "/protocol/openid-connect/auth",
  token: "/protocol/openid-connect/token",
  userinfo: "/protocol/openid-connect/userinfo",
  jwks: "/protocol/openid-connect/certs",
  revocation: "/protocol/openid-connect/revoke",
  deviceAuthorization: "/protocol/openid-connect/auth/device",
  endSession: "/protocol/openid-connect/logout",
  endSessionConfirm: "/protocol/openid-connect/logout/confirm",
  device: "/device",
  interaction: "/interaction/",
} as const;

/**
 * Audience of every access token (RFC 9068 `aud`, RFC 8707 resource). Not a URL, so that refresh tokens stay valid when
 * the station's address or port changes.
 */
export const API_AUDIENCE = "urn:fieldstation:api";

/** Supported scopes, in the order of the consent page. */
export const SCOPES = ["openid", "profile", "email", "offline_access"] as const;

/** The base URL of the station from its issuer. */
export function baseUrlOf(issuer: string): string {
  return issuer.slice(0, -REALM_PATH.length);
}

/** The method of a sign-in, as the claim `acr` states it (OpenID Connect Core 1.0, 2). */
export const ACR_VALUES = {
  password: "urn:fieldstation:acr:password",
  twoFactors: "urn:fieldstation:acr:two-factors",
} as const;
