import { Secret, TOTP } from "otpauth";

/** The parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
/** Steps before and after the present one whose codes are accepted: clocks of phones differ (RFC 6238, 5.2). */
const WINDOW = 1;
/** 160 bits (RFC 4226, 4). */
export const SECRET_BYTES = 20;

export function secretText(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** `otpauth://totp/…`, the content of the QR code. */
export function setupUri(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string {
  return new TOTP({ issuer, label, secret, period: PERIOD_S }).toString();
}

/** The time step that a code belongs to; undefined where it belongs to none near `nowMs`. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
    timestamp: nowMs,
    window: WINDOW,
  });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_S, timestamp: nowMs }) + delta;
}
