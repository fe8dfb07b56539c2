import type { IncomingMessage, ServerResponse } from "node:http";
import type { IdentityEvent } from "./identity.deps.ts";
import {
  actionOf,
  findInteraction,
  formActionsOf,
  type Interaction,
  type InteractionContext,
  type InteractionDeps,
  loadInteraction,
  pageTextOf,
} from "./interactions.context.ts";
import {
  choosePassword,
  continueSignIn,
  sendSignIn,
  setUpSecondFactor,
  signIn,
  verifySecondFactor,
} from "./interactions.sign-in.ts";
import { consentPage } from "./pages/consent.page.ts";
import { errorPage } from "./pages/error.page.ts";
import { pageTextFor } from "./pages/page-text.ts";
import { API_AUDIENCE, baseUrlOf, PATHS, SCOPES } from "./realm.ts";
import { remoteAddressOf, readForm, sendPage } from "./realm-request.ts";
import { isOwnOrigin } from "./redirects.rules.ts";
import { formToken, isFormToken } from "./secrets.ts";

/** Handles the pages for sign-in and consent between an authorization request and its response. */
export async function handleInteraction(
  deps: InteractionDeps,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): Promise<void> {
  const details = await findInteraction(deps.provider, request, response);
  if (details === undefined || details.uid !== id) {
    sendRefusal({ deps, request, response }, 400, "expired");
    return;
  }
  const context = await loadInteraction(deps, request, response, details);
  if (request.method === "GET" || request.method === "HEAD") await show(context);
  else if (request.method === "POST") await submit(context);
  else response.writeHead(405, { Allow: "GET, HEAD, POST" }).end();
}

async function show(context: InteractionContext): Promise<void> {
  if (context.details.prompt.name === "login") sendSignIn(context, 200, {});
  else await sendConsent(context);
}

async function submit(context: InteractionContext): Promise<void> {
  const { deps, request, details } = context;
  const form = await readForm(request);
  const { origin } = request.headers;
  const isForeign = origin !== undefined && !isOwnOrigin(origin, deps.provider.issuer);
  if (form === undefined || isForeign || !isFormToken(deps.cookieSecret, details.uid, form.get("csrf") ?? "")) {
    sendRefusal(context, 403, "foreign");
    return;
  }
  switch (`${details.prompt.name} ${form.get("action") ?? ""}`) {
    case "login sign-in":
      return signIn(context, form);
    case "login second-factor":
      return verifySecondFactor(context, form);
    case "login set-up":
      return setUpSecondFactor(context, form);
    case "login continue":
      return continueSignIn(context, form);
    case "login choose-password":
      return choosePassword(context, form);
    case "consent allow":
      return allow(context);
    case "consent switch":
      return switchAccount(context);
    case "login cancel":
    case "consent cancel":
      return cancel(context);
    default:
      // The page in the browser belongs to an earlier step.
      return show(context);
  }
}

/** Every consent gets its own grant, except for sessions that end with the browser session: those share one. */
async function allow(context: InteractionContext): Promise<void> {
  const { deps, request, response, details, clientId } = context;
  const userId = details.session?.accountId;
  if (userId === undefined) return show(context);
  const scope = scopesOf(details).join(" ");
  const { Grant } = deps.provider;
  const known =
    details.grantId === undefined || scope.includes("offline_access") ? undefined : await Grant.find(details.grantId);
  const grant = known ?? new Grant({ accountId: userId, clientId });
  grant.addOIDCScope(scope);
  for (const resource of [details.params["resource"] ?? API_AUDIENCE].flat()) {
    grant.addResourceScope(String(resource), scope);
  }
  const grantId = await grant.save();
  audit(context, { kind: "consent_given", userId });
  await deps.provider.interactionFinished(request, response, { consent: { grantId } });
}

async function cancel(context: InteractionContext): Promise<void> {
  const userId = context.details.session?.accountId;
  if (userId !== undefined) audit(context, { kind: "consent_refused", userId });
  await context.deps.provider.interactionFinished(context.request, context.response, {
    error: "access_denied",
    error_description: "The user did not allow it.",
  });
}

/** Ends the browser session and restarts the authorization request. */
async function switchAccount({ deps, response, details }: InteractionContext): Promise<void> {
  const { provider } = deps;
  const uid = details.session?.uid;
  const session = uid === undefined ? undefined : await provider.Session.findByUid(uid);
  await session?.destroy();
  await details.destroy();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(details.params)) if (typeof value === "string") query.set(name, value);
  response.writeHead(303, { Location: `${provider.issuer}${PATHS.authorization}?${query}` }).end();
}

async function sendConsent(context: InteractionContext): Promise<void> {
  const { deps, response, details, clientId, clientName, redirectUri } = context;
  const userId = details.session?.accountId ?? "";
  const account = await deps.accounts.claimsOf(userId);
  const text = pageTextOf(context);
  const page = consentPage({
    text,
    action: actionOf(details),
    token: formToken(deps.cookieSecret, details.uid),
    clientName,
    clientId,
    accountName: account === undefined ? text.unknownAccount : (account.name ?? account.email),
    scopes: scopesOf(details),
    redirectUri,
    canSwitchAccount: details.deviceCode === undefined,
    formActions: formActionsOf(context),
  });
  sendPage(response, 200, page);
}

function sendRefusal(
  { deps, request, response }: Pick<InteractionContext, "deps" | "request" | "response">,
  status: number,
  reason: "expired" | "foreign",
): void {
  const text = pageTextFor(request.headers["accept-language"]);
  const home = `${baseUrlOf(deps.provider.issuer)}/`;
  sendPage(response, status, errorPage({ text, title: text.signIn[reason], explanation: text.goBack, home }));
}

function scopesOf(details: Interaction): readonly string[] {
  const asked = String(details.params["scope"] ?? "").split(" ");
  return SCOPES.filter((scope) => asked.includes(scope));
}

function audit(
  { deps, request, clientId }: InteractionContext,
  event: {
    readonly kind: Extract<IdentityEvent, { address: string }>["kind"] & `consent_${string}`;
    readonly userId: string;
  },
): void {
  deps.audit({ ...event, clientId, address: remoteAddressOf(request) });
}
