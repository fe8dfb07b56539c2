/** Where the provider answers, below the station's base address. */
export const REALM_PATH = "/realms/dcp";

/** Paths below the realm; those the API document names, and for the others what clients of such realms are used to. */
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
 * Audience of every access token (RFC 9068 `aud`, RFC 8707 resource). Not an address: a station on a free port, or one
 * that was moved, goes on refreshing what it gave out before.
 */
export const API_AUDIENCE = "urn:fieldstation:api";

/** What an application may ask for, in the order a consent lists it. */
export const SCOPES = ["openid", "profile", "email", "offline_access"] as const;

/** `{base_url}` of an issuer. */
export function baseUrlOf(issuer: string): string {
  return issuer.slice(0, -REALM_PATH.length);
}
