import type { IncomingMessage, ServerResponse } from "node:http";
import type { IdentityEvent } from "./identity.deps.ts";
import {
  findInteraction,
  type Interaction,
  type InteractionContext,
  type InteractionDeps,
  loadInteraction,
} from "./interactions.context.ts";
import { choosePasswordPage, type ChoosePasswordProblem } from "./pages/choose-password.page.ts";
import { consentPage } from "./pages/consent.page.ts";
import { errorPage } from "./pages/error.page.ts";
import { type PageText, pageTextFor } from "./pages/page-text.ts";
import type { SignInProblem } from "./pages/sign-in.page.ts";
import { signInPage } from "./pages/sign-in.page.ts";
import { API_AUDIENCE, baseUrlOf, PATHS, REALM_PATH, SCOPES } from "./realm.ts";
import { addressOf, readForm, sendPage } from "./realm-request.ts";
import { formActionSource, isOwnOrigin } from "./redirects.rules.ts";
import { formToken, isEqual, isFormToken, passwordProof } from "./secrets.ts";

/** As at registration. */
const MAX_PASSWORD_CHARACTERS = 128;

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

async function signIn(context: InteractionContext, form: ReadonlyMap<string, string>): Promise<void> {
  const { deps, request, clientId } = context;
  const email = form.get("email")?.trim() ?? "";
  const password = form.get("password") ?? "";
  if (email === "" || password === "") return sendSignIn(context, 400, { email, problem: "incomplete" });
  const address = addressOf(request);
  const verdict = await deps.accounts.verifyPassword(email, password, address);
  switch (verdict.kind) {
    case "ok":
      deps.audit({ kind: "signed_in", userId: verdict.userId, clientId, address });
      if (verdict.mustChoose) return sendChoosePassword(context, 200, { userId: verdict.userId, form });
      return finishSignIn(context, verdict.userId, form);
    case "refused":
      deps.audit({ kind: "sign_in_refused", clientId, address });
      return sendSignIn(context, 403, { email, problem: "refused" });
    case "limited": {
      deps.audit({ kind: "sign_in_limited", clientId, address });
      const retryAfterS = Math.max(1, Math.ceil(verdict.retryAfterS));
      return sendSignIn(context, 429, { email, problem: "limited", retryAfterS });
    }
  }
}

/** Handles the new password of a user who has signed in with a temporary one. */
async function choosePassword(context: InteractionContext, form: ReadonlyMap<string, string>): Promise<void> {
  const { deps, request, details } = context;
  const userId = form.get("user") ?? "";
  if (!isEqual(passwordProof(deps.cookieSecret, details.uid, userId), form.get("proof") ?? "")) return show(context);
  const password = form.get("new-password") ?? "";
  const problem = problemOf(password, form.get("repeat") ?? "");
  if (problem !== undefined) return sendChoosePassword(context, 400, { userId, form, problem });
  const { kind } = await deps.accounts.choosePassword(userId, password, addressOf(request));
  if (kind === "same") return sendChoosePassword(context, 400, { userId, form, problem: "same" });
  return kind === "chosen" ? finishSignIn(context, userId, form) : show(context);
}

function problemOf(password: string, repeat: string): ChoosePasswordProblem | undefined {
  if (password === "") return "missing";
  if (password.length > MAX_PASSWORD_CHARACTERS) return "long";
  return password === repeat ? undefined : "differs";
}

function finishSignIn(
  { deps, request, response }: InteractionContext,
  userId: string,
  form: ReadonlyMap<string, string>,
) {
  return deps.provider.interactionFinished(
    request,
    response,
    { login: { accountId: userId, remember: form.get("remember") === "yes", amr: ["pwd"] } },
    { mergeWithLastSubmission: false },
  );
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

function sendSignIn(
  context: InteractionContext,
  status: number,
  state: { readonly email?: string; readonly problem?: SignInProblem; readonly retryAfterS?: number },
): void {
  const { deps, response, details, clientName, redirectUri } = context;
  const hint = details.params["login_hint"];
  const page = signInPage({
    text: textOf(context),
    action: actionOf(details),
    token: formToken(deps.cookieSecret, details.uid),
    clientName,
    ...(typeof hint === "string" ? { email: hint } : {}),
    ...state,
    formActions: [redirectUri === undefined ? undefined : formActionSource(redirectUri)],
  });
  const { retryAfterS } = state;
  sendPage(response, status, page, retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) });
}

function sendChoosePassword(
  context: InteractionContext,
  status: number,
  {
    userId,
    form,
    problem,
  }: {
    readonly userId: string;
    readonly form: ReadonlyMap<string, string>;
    readonly problem?: ChoosePasswordProblem;
  },
): void {
  const { deps, response, details, redirectUri } = context;
  const page = choosePasswordPage({
    text: textOf(context),
    action: actionOf(details),
    hidden: {
      csrf: formToken(deps.cookieSecret, details.uid),
      action: "choose-password",
      user: userId,
      proof: passwordProof(deps.cookieSecret, details.uid, userId),
      remember: form.get("remember") ?? "",
    },
    problem,
    formActions: [redirectUri === undefined ? undefined : formActionSource(redirectUri)],
  });
  sendPage(response, status, page);
}

async function sendConsent(context: InteractionContext): Promise<void> {
  const { deps, response, details, clientId, clientName, redirectUri } = context;
  const userId = details.session?.accountId ?? "";
  const account = await deps.accounts.claimsOf(userId);
  const text = textOf(context);
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
    formActions: [redirectUri === undefined ? undefined : formActionSource(redirectUri)],
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

function textOf({ request, details }: InteractionContext): PageText {
  return pageTextFor(request.headers["accept-language"], details.params["ui_locales"]);
}

function scopesOf(details: Interaction): readonly string[] {
  const asked = String(details.params["scope"] ?? "").split(" ");
  return SCOPES.filter((scope) => asked.includes(scope));
}

function actionOf(details: Interaction): string {
  return `${REALM_PATH}${PATHS.interaction}${details.uid}`;
}

function audit(
  { deps, request, clientId }: InteractionContext,
  event: {
    readonly kind: Extract<IdentityEvent, { address: string }>["kind"] & `consent_${string}`;
    readonly userId: string;
  },
): void {
  deps.audit({ ...event, clientId, address: addressOf(request) });
}
