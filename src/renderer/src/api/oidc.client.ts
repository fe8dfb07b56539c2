import * as oidc from "openid-client";
import { z } from "zod";
import { fetchInTime } from "./fetch-in-time.ts";

const REALM = "/realms/dcp";
const CLIENT_ID = "fieldstation";
const SCOPE = "openid profile email";
/** A field laptop's clock may be far off; the station checks its own tokens by its own clock. */
const CLOCK_TOLERANCE_S = 24 * 60 * 60;
/** The library's error codes if the provider did not answer, or another server answered instead. */
const UNREACHABLE_CODES: readonly unknown[] = [
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
];
export const RETURN_PATH = "/signed-in";

/** The values that complete a sign-in (RFC 7636, RFC 9700); useless without the code. */
const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.string(),
  returnTo: z.string(),
});
export type Pending = z.infer<typeof Pending>;

export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
  readonly id: string | undefined;
  /** On this computer's clock. */
  readonly expiresMs: number;
}

export type TokensResult =
  | { readonly kind: "ok"; readonly tokens: Tokens }
  /** The provider needs the person to sign in, or does not accept the token. */
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "unreachable" };

export type ProviderResult =
  | { readonly kind: "ok"; readonly provider: oidc.Configuration }
  /** The station's own address is another one, and its cookies belong there. */
  | { readonly kind: "elsewhere"; readonly origin: string }
  | { readonly kind: "unreachable" };

const Metadata = z.object({ issuer: z.url() }).catchall(z.json());
let found: oidc.Configuration | undefined;

/** The station's provider (OpenID Connect Discovery 1.0), looked up once. */
export async function findProvider(): Promise<ProviderResult> {
  if (found) return { kind: "ok", provider: found };
  const metadata = await fetchMetadata();
  if (metadata === undefined) return { kind: "unreachable" };
  const { origin } = new URL(metadata.issuer);
  if (origin !== location.origin) return { kind: "elsewhere", origin };
  found = new oidc.Configuration(metadata, CLIENT_ID, { [oidc.clockTolerance]: CLOCK_TOLERANCE_S }, oidc.None());
  // A station speaks plain HTTP on loopback.
  if (location.protocol === "http:") oidc.allowInsecureRequests(found);
  return { kind: "ok", provider: found };
}

async function fetchMetadata(): Promise<z.infer<typeof Metadata> | undefined> {
  const answer = await fetchInTime(`${REALM}/.well-known/openid-configuration`, { accept: "application/json" });
  return answer?.status === 200 ? Metadata.parse(JSON.parse(answer.text)) : undefined;
}

/** An authorization request with PKCE, state and nonce. */
export async function newRequest(
  provider: oidc.Configuration,
  returnTo: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: URL; readonly pending: Pending }> {
  const pending: Pending = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    redirect: location.origin + RETURN_PATH,
    returnTo,
  };
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: pending.redirect,
    scope: SCOPE,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
    // The pages of the provider continue in the language of the console.
    ui_locales: document.documentElement.lang,
    ...more,
  });
  return { url, pending };
}

/** Exchanges the authorization code for tokens. */
export function redeem(provider: oidc.Configuration, url: URL, pending: Pending): Promise<TokensResult> {
  return toTokensResult(
    oidc.authorizationCodeGrant(provider, url, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    }),
  );
}

/** Renews the tokens with a refresh token, which cannot be used again whatever the outcome. */
export function refresh(provider: oidc.Configuration, refreshToken: string): Promise<TokensResult> {
  return toTokensResult(oidc.refreshTokenGrant(provider, refreshToken));
}

/**
 * Signs in without showing a page (`prompt=none`), with the provider's cookie, which no script can read. The redirects
 * stay on this origin, so fetch follows them and the last address contains the code.
 */
export async function signInSilently(provider: oidc.Configuration): Promise<TokensResult> {
  const { url, pending } = await newRequest(provider, "", { prompt: "none" });
  const answer = await fetchInTime(url, { accept: "text/html" });
  if (answer === undefined) return { kind: "unreachable" };
  const last = new URL(answer.url);
  if (last.pathname === RETURN_PATH) return redeem(provider, last, pending);
  return answer.status < 500 ? { kind: "refused", error: "no_answer" } : { kind: "unreachable" };
}

/** The address that starts a sign-out (OpenID Connect RP-Initiated Logout 1.0). */
export function signOutUrl(provider: oidc.Configuration, idToken: string | undefined): URL {
  return oidc.buildEndSessionUrl(provider, {
    post_logout_redirect_uri: `${location.origin}/`,
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  });
}

const PENDING_KEY = "fieldstation.sign-in";

/** Stores it for this tab, until the sign-in page sends the browser back. */
export function savePending(pending: Pending, storage: Storage): void {
  storage.setItem(PENDING_KEY, JSON.stringify(pending));
}

/** Reads and removes it. */
export function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  return text === null ? undefined : Pending.parse(JSON.parse(text));
}

async function toTokensResult(granting: ReturnType<typeof oidc.refreshTokenGrant>): Promise<TokensResult> {
  try {
    const granted = await granting;
    return {
      kind: "ok",
      tokens: {
        access: granted.access_token,
        refresh: granted.refresh_token,
        id: granted.id_token,
        expiresMs: Date.now() + (granted.expires_in ?? 60) * 1_000,
      },
    };
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError) return { kind: "refused", error: error.error };
    if (error instanceof oidc.ResponseBodyError) return { kind: "refused", error: error.error };
    if (error instanceof oidc.ClientError) {
      return UNREACHABLE_CODES.includes(error.code)
        ? { kind: "unreachable" }
        : { kind: "refused", error: String(error.code) };
    }
    // fetch rejects like this when nothing answers.
    if (error instanceof TypeError) return { kind: "unreachable" };
    throw error;
  }
}
