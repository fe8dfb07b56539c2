import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { RateLimiterRes } from "rate-limiter-flexible";
import { SECOND_MS } from "../kernel/clock.ts";
import { secretHash } from "./clients.ts";
import type { IdentityDeps } from "./identity.deps.ts";
import { pageHeaders } from "./pages/page.ts";
import { watchProvider } from "./provider.audit.ts";
import { providerConfiguration } from "./provider.configuration.ts";
import type { Limiters } from "./provider.limits.ts";
import { createProviderPages, replaceScriptedPages, sendTooMany } from "./provider.pages.ts";
import { PATHS, REALM_PATH } from "./realm.ts";
import { isConsoleRedirect, isLoopbackRedirect, isOwnOrigin } from "./redirects.rules.ts";
import { isEqual } from "./secrets.ts";
import type { SigningKey } from "./signing-keys.store.ts";

export type RunningProvider = {
  readonly provider: Provider;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** Builds the provider for one issuer and one set of keys; its state is in the database, so it can be rebuilt. */
export function buildProvider(
  deps: IdentityDeps,
  parts: {
    readonly issuer: string;
    readonly keys: readonly SigningKey[];
    readonly cookieSecret: string;
    readonly limiters: Limiters;
  },
): RunningProvider {
  const { issuer, limiters } = parts;
  const pages = createProviderPages(issuer, (address) => void limiters.wrongCodes.penalty(address));
  const provider = new Provider(issuer, providerConfiguration(deps, { ...parts, pages }));
  // Forwarded headers are set by pinToIssuer, never by the caller.
  provider.proxy = true;
  applyClientRules(provider);
  watchProvider(provider, deps);

  provider.use(async (koa, next) => {
    const ctx = koa as unknown as KoaContextWithOIDC;
    ctx["mountPath"] = REALM_PATH;
    ctx.set(pageHeaders());
    const retryAfterS = await blockedForS(limiters, ctx);
    if (retryAfterS > 0) return sendTooMany(ctx, issuer, retryAfterS);
    if (ctx.path === PATHS.device) keepUserCode(ctx);
    if (ctx.path === PATHS.authorization) askForConsentOffline(ctx);
    await next();
    if (ctx.oidc?.route === "discovery") {
      ctx.body = { ...(ctx.body as object), response_modes_supported: ["query", "fragment"] };
    }
    if (ctx.oidc?.route === "device_authorization" && ctx.status === 200 && deps.devicePollIntervalS !== undefined) {
      ctx.body = { ...(ctx.body as object), interval: deps.devicePollIntervalS };
    }
    replaceScriptedPages(ctx);
    if (ctx.oidc?.client === undefined && CALLED_BY_CLIENTS.has(ctx.oidc?.route ?? ""))
      hideFromForeignPages(ctx, issuer);
  });
  return { provider, handle: provider.callback() as RunningProvider["handle"] };
}

/**
 * Responses that only pages of the client may read; a preflight (`OPTIONS`, separate routes) does not identify a client
 * yet.
 */
const CALLED_BY_CLIENTS: ReadonlySet<string> = new Set(["token", "revocation", "device_authorization"]);

/** Without a known client the origin was not checked, and the provider's library allows every one. */
function hideFromForeignPages(ctx: KoaContextWithOIDC, issuer: string): void {
  if (!isOwnOrigin(ctx.get("Origin"), issuer)) ctx.remove("Access-Control-Allow-Origin");
}

/** Checks loopback and console redirects by rule instead of a list, and compares secrets by hash. */
function applyClientRules(provider: Provider): void {
  const { issuer } = provider;
  const { prototype } = provider.Client;
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = prototype;
  prototype.redirectUriAllowed = function (uri) {
    const { clientId } = this;
    return (
      isLoopbackRedirect(clientId, uri) ||
      isConsoleRedirect(clientId, uri, issuer, "signIn") ||
      redirectUriAllowed.call(this, uri)
    );
  };
  prototype.postLogoutRedirectUriAllowed = function (uri) {
    const { clientId } = this;
    return (
      isLoopbackRedirect(clientId, uri) ||
      isConsoleRedirect(clientId, uri, issuer, "signOut") ||
      postLogoutRedirectUriAllowed.call(this, uri)
    );
  };
  prototype.compareClientSecret = async function (given) {
    return this.clientSecret !== undefined && isEqual(this.clientSecret, secretHash(given));
  };
}

/** A code in the URL prefills the field; the user submits it, not a script. */
function keepUserCode(ctx: KoaContextWithOIDC): void {
  const code = ctx.query["user_code"];
  if (ctx.method !== "GET" || typeof code !== "string") return;
  ctx.state["userCode"] = code.slice(0, 32);
  ctx.querystring = "";
}

/** OpenID Connect Core 1.0, 11: offline access requires consent, so `prompt=consent` is added to such requests. */
function askForConsentOffline(ctx: KoaContextWithOIDC): void {
  const { scope, prompt } = ctx.query;
  const asked = typeof prompt === "string" ? prompt.split(" ").filter((word) => word !== "") : [];
  if (typeof scope !== "string" || !scope.split(" ").includes("offline_access")) return;
  if (asked.includes("none") || asked.includes("consent") || Array.isArray(prompt)) return;
  ctx.query = { ...ctx.query, prompt: [...asked, "consent"].join(" ") };
}

/** Seconds until this request is allowed; 0 when it is allowed now. */
async function blockedForS({ wrongCodes, starts }: Limiters, ctx: KoaContextWithOIDC): Promise<number> {
  const request = `${ctx.method} ${ctx.path}`;
  if (request === `POST ${PATHS.device}`) {
    const spent = await wrongCodes.get(ctx.ip);
    return spent !== null && spent.consumedPoints >= wrongCodes.points ? secondsOf(spent) : 0;
  }
  if (request !== `GET ${PATHS.authorization}` && request !== `POST ${PATHS.deviceAuthorization}`) return 0;
  const spent = await starts.penalty(ctx.ip);
  return spent.consumedPoints > starts.points ? secondsOf(spent) : 0;
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / SECOND_MS));
}
