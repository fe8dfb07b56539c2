import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import type { RefreshOutcome, SignInOutcome } from "./account.tokens.ts";

/**
 * Errors of the connection to the provider, not of the session: no answer in time, or an answer from another server,
 * such as the sign-in page of a hotel's network.
 */
const unreachableCodes: readonly unknown[] = [
  "OAUTH_TIMEOUT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
];
const temporaryErrors: readonly string[] = ["temporarily_unavailable", "server_error", "slow_down"];

/** The provider has no address at the moment: its station is still starting, or starts again. */
export class ProviderUnavailableError extends Error {
  override readonly name = "ProviderUnavailableError";
  constructor() {
    super("the station does not run at the moment");
  }
}

/** What an exception of openid-client means for a sign-in. */
export function classifySignInFailure(error: unknown): Exclude<SignInOutcome, { readonly kind: "signed-in" }> {
  const reason = describe(error);
  if (isTimeout(error)) return { kind: "timed-out" };
  if (isUnreachable(error)) return { kind: "unreachable", reason };
  if (error instanceof AuthorizationResponseError) return { kind: "refused", reason };
  return { kind: "untrusted", reason };
}

/**
 * What an exception of openid-client means for a session. It ends only when the provider itself says so with an error
 * of RFC 6749, 5.2: everything else may be a temporary problem of this computer, and must not end the session.
 */
export function classifyRefreshFailure(error: unknown): Exclude<RefreshOutcome, { readonly kind: "refreshed" }> {
  const reason = describe(error);
  const isFinal = error instanceof ResponseBodyError && !isUnreachable(error);
  return isFinal ? { kind: "ended", reason } : { kind: "unreachable", reason };
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof ResponseBodyError) {
    return error.status >= 500 || error.status === 429 || temporaryErrors.includes(error.error);
  }
  if (error instanceof AuthorizationResponseError) return temporaryErrors.includes(error.error);
  // How fetch (undici) reports a failed connection: the reason is in `cause`.
  if (error instanceof TypeError) return error.cause !== undefined;
  if (error instanceof ProviderUnavailableError) return true;
  return error instanceof ClientError && unreachableCodes.includes(error.code);
}

/** The person took too long. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** Leaves out the bodies and addresses that openid-client adds to its errors: they may contain codes and tokens. */
function describe(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return [error.error, error.error_description].filter((part) => part !== undefined).join(": ");
  }
  if (!(error instanceof Error)) return "something that is no error was thrown";
  const { cause } = error;
  return cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
}
