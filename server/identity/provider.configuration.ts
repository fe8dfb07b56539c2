import type { Configuration, Grant, KoaContextWithOIDC } from "oidc-provider";
import { errors, interactionPolicy } from "oidc-provider";
import { cookieNameOf } from "../contracts/cookies.ts";
import { builtInClients } from "./clients.ts";
import type { IdentityDeps } from "./identity.deps.ts";
import type { ProviderPages } from "./provider.pages.ts";
import { ACR_VALUES, API_AUDIENCE, baseUrlOf, PATHS, REALM_PATH, SCOPES } from "./realm.ts";
import { createAdapter } from "./oidc-models.adapter.ts";
import { isConsoleRedirect, isOwnOrigin, isPageOfClient, LOOPBACK_CLIENTS } from "./redirects.rules.ts";
import { SIGNING_ALGORITHM } from "./signing-keys.ts";
import type { SigningKey } from "./signing-keys.store.ts";

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

export const ACCESS_TOKEN_LIFE_S = 5 * MINUTE_S;
/**
 * Lifetime of a refresh token: an application used at least this often stays signed in for the lifetime of the consent.
 */
const REFRESH_TOKEN_LIFE_S = 30 * DAY_S;
/** Without offline_access: the console stays signed in as long as the browser session. */
const CONSOLE_SCOPES = SCOPES.filter((scope) => scope !== "offline_access");
const CONSENT_LIFE_S = 365 * DAY_S;

/** The configuration of `oidc-provider` where it differs from the defaults. */
export function providerConfiguration(
  deps: IdentityDeps,
  parts: {
    readonly issuer: string;
    readonly keys: readonly SigningKey[];
    readonly cookieSecret: string;
    readonly pages: ProviderPages;
  },
): Configuration {
  const { issuer, pages } = parts;
  const cookie = (name: string) => cookieNameOf(new URL(issuer), name);
  const cookieOptions = { signed: true, httpOnly: true, sameSite: "lax" } as const;
  const algorithms = [SIGNING_ALGORITHM] as const;
  return {
    adapter: (model: string) => createAdapter(deps, model),
    clients: builtInClients(issuer, deps.testClient === true),
    jwks: { keys: parts.keys.map(({ jwk }) => ({ ...jwk })) as NonNullable<Configuration["jwks"]>["keys"] },
    cookies: {
      keys: [parts.cookieSecret],
      names: { session: cookie("session"), interaction: cookie("interaction"), resume: cookie("resume") },
      long: { ...cookieOptions, path: REALM_PATH },
      short: cookieOptions,
    },
    scopes: [...SCOPES],
    acrValues: Object.values(ACR_VALUES),
    // The method of the sign-in is in every ID token, not only where a client requests it.
    claims: { openid: ["sub", "user_id", "acr", "amr"], email: ["email", "email_verified"], profile: ["name"] },
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    responseTypes: ["code"],
    enabledJWA: {
      idTokenSigningAlgValues: [...algorithms],
      userinfoSigningAlgValues: [...algorithms],
      authorizationSigningAlgValues: [...algorithms],
      introspectionSigningAlgValues: [...algorithms],
    },
    routes: {
      authorization: PATHS.authorization,
      token: PATHS.token,
      jwks: PATHS.jwks,
      revocation: PATHS.revocation,
      device_authorization: PATHS.deviceAuthorization,
      code_verification: PATHS.device,
      end_session: PATHS.endSession,
    },
    discovery: { userinfo_endpoint: issuer + PATHS.userinfo },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Handled by userinfo.handler.ts, which accepts the access tokens of the API.
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      introspection: { enabled: false },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: pages.deviceCode,
        userCodeConfirmSource: pages.deviceConfirm,
        successSource: pages.deviceConnected,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.signOut,
        postLogoutSuccessSource: pages.signedOut,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? API_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (!isApi(resource, issuer)) throw new errors.InvalidTarget();
          return {
            audience: API_AUDIENCE,
            scope: SCOPES.join(" "),
            accessTokenFormat: "jwt",
            accessTokenTTL: deps.accessTokenLifeS ?? ACCESS_TOKEN_LIFE_S,
            jwt: { sign: { alg: SIGNING_ALGORITHM } },
          };
        },
      },
    },
    interactions: {
      policy: policyOf(issuer),
      url: (_ctx, { uid }) => `${REALM_PATH}${PATHS.interaction}${uid}`,
    },
    loadExistingGrant: (ctx) => findGrant(ctx, issuer),
    async findAccount(_ctx, userId) {
      const claims = await deps.accounts.claimsOf(userId);
      if (claims === undefined) return undefined;
      return { accountId: userId, claims: () => ({ sub: userId, user_id: userId, ...claims }) };
    },
    async extraTokenClaims(_ctx, token) {
      if (token.kind !== "AccessToken") return undefined;
      const claims = await deps.accounts.claimsOf(token.accountId);
      return { user_id: token.accountId, grant_id: token.grantId, email: claims?.email, name: claims?.name };
    },
    // Like other realms: clients can refresh without offline_access while the browser is signed in.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: deps.accessTokenLifeS ?? ACCESS_TOKEN_LIFE_S,
      AuthorizationCode: MINUTE_S,
      DeviceCode: 10 * MINUTE_S,
      IdToken: 60 * MINUTE_S,
      Interaction: 30 * MINUTE_S,
      Session: 14 * DAY_S,
      Grant: CONSENT_LIFE_S,
      RefreshToken: REFRESH_TOKEN_LIFE_S,
    },
    clientBasedCORS: (_ctx, origin, client) =>
      isOwnOrigin(origin, issuer) ||
      isPageOfClient(origin, {
        clientId: client.clientId,
        hasSecret: client.tokenEndpointAuthMethod !== "none",
        redirectUris: client.redirectUris ?? [],
      }),
    renderError: pages.error,
  };
}

/** The URL of the API can be given instead of its audience (RFC 8707, 2). */
export function isApi(resource: string, issuer: string): boolean {
  const base = baseUrlOf(issuer);
  return resource === API_AUDIENCE || resource === base || resource === `${base}/`;
}

/**
 * Any program on the computer can impersonate a client that redirects to loopback (RFC 8252, 8.6), so the user has to
 * confirm each time. This does not apply to the console, which is served by the station itself.
 */
function policyOf(issuer: string): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy;
  const policy = base();
  const isUnknownProgram = (ctx: KoaContextWithOIDC): boolean =>
    (ctx.oidc.client?.clientId ?? "") in LOOPBACK_CLIENTS &&
    ctx.oidc.result?.["consent"] === undefined &&
    !isForConsole(ctx, issuer);
  policy
    .get("consent")
    ?.checks.add(
      new Check("loopback_client", "native applications are confirmed each time", "consent_required", isUnknownProgram),
    );
  return policy;
}

/**
 * The consent that the user has given to the client before. The console needs none: it is part of the station, and its
 * authorization code is only sent to the station itself.
 */
async function findGrant(ctx: KoaContextWithOIDC, issuer: string): Promise<Grant | undefined> {
  const { session, client, provider, result } = ctx.oidc;
  const allowed = (result?.["consent"] as { readonly grantId?: string } | undefined)?.grantId;
  const grantId = allowed ?? session?.grantIdFor(client?.clientId ?? "");
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known !== undefined || session?.accountId === undefined || !isForConsole(ctx, issuer)) return known;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client?.clientId ?? "" });
  const scope = CONSOLE_SCOPES.join(" ");
  grant.addOIDCScope(scope);
  grant.addResourceScope(API_AUDIENCE, scope);
  await grant.save();
  return grant;
}

function isForConsole({ oidc }: KoaContextWithOIDC, issuer: string): boolean {
  const redirectUri = oidc.params?.["redirect_uri"];
  const clientId = oidc.client?.clientId ?? "";
  return typeof redirectUri === "string" && isConsoleRedirect(clientId, redirectUri, issuer, "signIn");
}
