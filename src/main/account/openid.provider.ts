import * as openid from "openid-client";
import type { Person, TypedCredential } from "../../preload/contract.ts";
import type { AccountProvider, RefreshOutcome, SignInOutcome, SignOutOutcome, Tokens } from "./account.tokens.ts";
import { isLoopbackAddress, isProviderAddress } from "./browser-address.rules.ts";
import { ProviderUnavailableError, classifyRefreshFailure, classifySignInFailure } from "./openid.failures.ts";
import type { SubmitForms } from "./provider.forms.ts";
import { currentDesktopLanguage } from "../text/desktop-text.ts";
import { listenForRedirect } from "./redirect.listener.ts";

export interface OpenIdOptions {
  /** The provider's present address; `undefined` while it has none. */
  readonly issuer: () => string | undefined;
  /** Opens an address in the browser; `false` if that failed. */
  readonly openInBrowser: (address: string) => Promise<boolean>;
  /** Submits a typed credential to the provider's pages; only for the station's own provider. */
  readonly submitForms?: SubmitForms | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long a person may take in the browser. */
  readonly signInTimeoutMs?: number;
}

const clientId = "fieldstation";
const scope = "openid profile email offline_access";
const requestTimeoutS = 15;
/** A laptop's clock may be wrong in the field; the times in an ID token that was just fetched matter little. */
const clockToleranceS = 5 * 60;
const defaultSignInTimeoutMs = 10 * 60 * 1_000;
/** A provider should give the lifetime of its tokens (RFC 6749, 5.1); where it does not, they are renewed soon. */
const defaultTokenLifetimeS = 60;

/**
 * A public native client by the rules of OAuth 2.0 for Native Apps (RFC 8252): authorization code with PKCE (S256),
 * `state` and `nonce`, the person's own browser, a redirect to a free loopback port. ID tokens are verified by the
 * provider's keys, also where TLS would make that optional.
 */
export function createOpenIdProvider({
  issuer,
  openInBrowser,
  submitForms,
  now,
  signInTimeoutMs,
}: OpenIdOptions): AccountProvider {
  let known: { readonly issuer: string; readonly configuration: openid.Configuration } | undefined;

  async function discover(): Promise<openid.Configuration> {
    const address = issuer();
    if (address === undefined) throw new ProviderUnavailableError();
    if (known?.issuer !== address) known = { issuer: address, configuration: await discoverAt(address) };
    return known.configuration;
  }

  async function authorize(cancelled: AbortSignal, typed?: TypedCredential): Promise<SignInOutcome> {
    const configuration = await discover();
    cancelled.throwIfAborted();
    const timeoutSignal = AbortSignal.timeout(signInTimeoutMs ?? defaultSignInTimeoutMs);
    const state = openid.randomState();
    const nonce = openid.randomNonce();
    const verifier = openid.randomPKCECodeVerifier();
    const listener = await listenForRedirect(state);
    try {
      const address = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: listener.redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ui_locales: currentDesktopLanguage(),
      });
      if (!isProviderAddress(address.href)) return { kind: "untrusted", reason: `it signs in at ${address.origin}` };
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const redeem = (url: URL): Promise<SignInOutcome> =>
        openid.authorizationCodeGrant(configuration, url, checks).then(
          (response): SignInOutcome => ({ kind: "signed-in", tokens: toTokens(response, undefined) }),
          (error: unknown) => classifySignInFailure(error),
        );
      const signal = AbortSignal.any([cancelled, timeoutSignal]);
      const { redirectUri } = listener;
      const withoutBrowser = typed && (await submitForms?.({ address, redirectUri, typed, signal }));
      if (withoutBrowser !== undefined) return await redeem(withoutBrowser);
      const answered = listener.next(signal);
      const isOpen = await Promise.race([openInBrowser(address.href), answered.then(() => true)]);
      if (!isOpen) return { kind: "no-browser" };
      const { url, show } = await answered;
      const outcome = await redeem(url);
      show(outcome.kind === "signed-in" ? "signed-in" : "not-signed-in");
      return outcome;
    } finally {
      listener.close();
    }
  }

  function toTokens(response: TokenResponse, known: Person | undefined): Tokens {
    const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = response;
    return {
      accessToken,
      expiresMs: now() + (response.expiresIn() ?? defaultTokenLifetimeS) * 1_000,
      person: toPerson(response.claims(), known),
      ...(refreshToken === undefined ? {} : { refreshToken }),
      ...(idToken === undefined ? {} : { idToken }),
    };
  }

  return {
    async signIn(cancelled, typed): Promise<SignInOutcome> {
      try {
        return await authorize(cancelled, typed);
      } catch (error) {
        return cancelled.aborted ? { kind: "cancelled" } : classifySignInFailure(error);
      }
    },
    async refresh(refreshToken, person): Promise<RefreshOutcome> {
      try {
        const tokens = toTokens(await openid.refreshTokenGrant(await discover(), refreshToken), person);
        // OpenID Connect Core 1.0, 12.2: a refreshed ID token is about the same person.
        if (tokens.person.userId === person.userId) return { kind: "refreshed", tokens };
        return { kind: "ended", reason: "the provider answered for another person" };
      } catch (error) {
        return classifyRefreshFailure(error);
      }
    },
    async revoke(refreshToken): Promise<SignOutOutcome> {
      try {
        await openid.tokenRevocation(await discover(), refreshToken, { token_type_hint: "refresh_token" });
        return { kind: "done" };
      } catch (error) {
        return { kind: "not-revoked", reason: String(error) };
      }
    },
    async endBrowserSession(idToken) {
      const configuration = known?.configuration;
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return;
      const hint = idToken === undefined ? {} : { id_token_hint: idToken };
      const address = openid.buildEndSessionUrl(configuration, hint).href;
      if (isProviderAddress(address)) await openInBrowser(address);
    },
  };
}

type TokenResponse = Awaited<ReturnType<typeof openid.refreshTokenGrant>>;

function discoverAt(issuer: string): Promise<openid.Configuration> {
  const insecure = isLoopbackAddress(issuer) ? [openid.allowInsecureRequests] : [];
  return openid.discovery(new URL(issuer), clientId, { [openid.clockTolerance]: clockToleranceS }, openid.None(), {
    timeout: requestTimeoutS,
    execute: [...insecure, openid.enableNonRepudiationChecks],
  });
}

function toPerson(claims: ReturnType<TokenResponse["claims"]>, known: Person | undefined): Person {
  if (claims === undefined) {
    if (known === undefined) throw new openid.ClientError("the answer does not say who has signed in");
    return known;
  }
  const { sub: userId, email = known?.email, name = known?.name } = claims;
  return {
    userId,
    ...(typeof email === "string" ? { email } : {}),
    ...(typeof name === "string" ? { name } : {}),
  };
}
