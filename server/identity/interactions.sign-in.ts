import type { ProvenFactor, SecondFactorResult } from "./identity.deps.ts";
import { actionOf, formActionsOf, type InteractionContext, pageTextOf } from "./interactions.context.ts";
import { choosePasswordPage, type ChoosePasswordProblem } from "./pages/choose-password.page.ts";
import {
  recoveryCodesPage,
  secondFactorPage,
  type SecondFactorProblem,
  setUpPage,
} from "./pages/second-factor.pages.ts";
import { signInPage, type SignInProblem } from "./pages/sign-in.page.ts";
import { ACR_VALUES } from "./realm.ts";
import { remoteAddressOf, sendPage } from "./realm-request.ts";
import { formToken, isEqual, signInProof } from "./secrets.ts";

/** The same limit as at registration. */
const MAX_PASSWORD_CHARACTERS = 128;
const FACTORS: readonly ProvenFactor[] = ["app", "passkey", "recovery_code"];

/**
 * The progress of a user in signing in. It is passed from page to page in hidden fields, with a proof by this station.
 */
type Progress = {
  readonly userId: string;
  /** The password alone, or a second factor after it. */
  readonly proven: "password" | ProvenFactor;
  readonly remember: string;
};

/** Methods by RFC 8176: `pop` only means that a key was used, because the station cannot prove where it is kept. */
const AMR: Readonly<Record<Progress["proven"], readonly string[]>> = {
  password: ["pwd"],
  app: ["pwd", "otp", "mfa"],
  passkey: ["pwd", "pop", "mfa"],
  recovery_code: ["pwd", "mfa"],
};

type Form = ReadonlyMap<string, string>;

export async function signIn(context: InteractionContext, form: Form): Promise<void> {
  const { deps, request, clientId } = context;
  const email = form.get("email")?.trim() ?? "";
  const password = form.get("password") ?? "";
  if (email === "" || password === "") return sendSignIn(context, 400, { email, problem: "incomplete" });
  const address = remoteAddressOf(request);
  const verdict = await deps.accounts.verifyPassword(email, password, address);
  switch (verdict.kind) {
    case "ok":
      return proceed(context, {
        userId: verdict.userId,
        proven: "password",
        remember: form.get("remember") ?? "",
      });
    case "refused":
      deps.audit({ kind: "sign_in_refused", clientId, address });
      return sendSignIn(context, 403, { email, problem: "refused" });
    case "limited":
      deps.audit({ kind: "sign_in_limited", clientId, address });
      return sendSignIn(context, 429, { email, problem: "limited", retryAfterS: waitOf(verdict) });
  }
}

/** Shows the next page after what is proven, or ends the sign-in. */
async function proceed(context: InteractionContext, progress: Progress): Promise<void> {
  const { accounts } = context.deps;
  switch (stepAfter(context, progress)) {
    case "verify":
      return sendSecondFactor(context, 200, progress);
    case "set_up":
      return sendSetUp(context, 200, progress);
    case "none":
      if (accounts.mustChoosePassword(progress.userId)) return sendChoosePassword(context, 200, progress);
      return finishSignIn(context, progress);
  }
}

function stepAfter({ deps }: InteractionContext, { proven, userId }: Progress) {
  return proven === "password" ? deps.secondFactor.stepOf(userId) : "none";
}

/** Handles a code, or the response of a passkey. */
export async function verifySecondFactor(context: InteractionContext, form: Form): Promise<void> {
  const progress = readProgress(context, form);
  if (progress === undefined || stepAfter(context, progress) !== "verify") return restart(context);
  const { deps, request, details } = context;
  const { userId } = progress;
  const address = remoteAddressOf(request);
  const credential = form.get("credential");
  const verdict =
    credential === undefined
      ? await deps.secondFactor.verifyCode(userId, form.get("code") ?? "", address)
      : await deps.secondFactor.verifyPasskey(userId, details.uid, jsonOf(credential), address);
  if (verdict.kind === "ok") return proceed(context, { ...progress, proven: verdict.factor });
  auditFailure(context, verdict);
  if (verdict.kind === "limited") {
    return sendSecondFactor(context, 429, progress, { problem: "limited", retryAfterS: waitOf(verdict) });
  }
  const problem = credential === undefined ? "refused" : "refusedPasskey";
  return sendSecondFactor(context, 403, progress, { problem });
}

/** Handles the first code of the app of a user who must have a second factor. */
export async function setUpSecondFactor(context: InteractionContext, form: Form): Promise<void> {
  const progress = readProgress(context, form);
  if (progress === undefined || stepAfter(context, progress) !== "set_up") return restart(context);
  const { deps, request, details } = context;
  const code = form.get("code") ?? "";
  const verdict = await deps.secondFactor.confirm(progress.userId, details.uid, code, remoteAddressOf(request));
  switch (verdict.kind) {
    case "set_up":
      return sendRecoveryCodes(context, { ...progress, proven: "app" }, verdict.recoveryCodes);
    case "ok":
      return restart(context);
    case "refused":
      auditFailure(context, verdict);
      return sendSetUp(context, 403, progress, { problem: "refused" });
    case "limited":
      auditFailure(context, verdict);
      return sendSetUp(context, 429, progress, { problem: "limited", retryAfterS: waitOf(verdict) });
  }
}

/** After the recovery codes were shown. */
export async function continueSignIn(context: InteractionContext, form: Form): Promise<void> {
  const progress = readProgress(context, form);
  return progress === undefined ? restart(context) : proceed(context, progress);
}

/** Handles the new password of a user who has signed in with a temporary one. */
export async function choosePassword(context: InteractionContext, form: Form): Promise<void> {
  const progress = readProgress(context, form);
  if (progress === undefined) return restart(context);
  // Checked again, because this form could be sent instead of the one with the second factor.
  if (stepAfter(context, progress) !== "none") return proceed(context, progress);
  const password = form.get("new-password") ?? "";
  const problem = problemOf(password, form.get("repeat") ?? "");
  if (problem !== undefined) return sendChoosePassword(context, 400, progress, problem);
  const { deps, request } = context;
  const { kind } = await deps.accounts.choosePassword(progress.userId, password, remoteAddressOf(request));
  if (kind === "same") return sendChoosePassword(context, 400, progress, "same");
  return kind === "chosen" ? finishSignIn(context, progress) : restart(context);
}

function problemOf(password: string, repeat: string): ChoosePasswordProblem | undefined {
  if (password === "") return "missing";
  // In Unicode code points, as the API counts them.
  if (Array.from(password).length > MAX_PASSWORD_CHARACTERS) return "long";
  return password === repeat ? undefined : "differs";
}

function finishSignIn(context: InteractionContext, { userId, proven, remember }: Progress): Promise<void> {
  const { deps, request, response, clientId } = context;
  deps.audit({ kind: "signed_in", userId, clientId, address: remoteAddressOf(request) });
  const acr = proven === "password" ? ACR_VALUES.password : ACR_VALUES.twoFactors;
  return deps.provider.interactionFinished(
    request,
    response,
    { login: { accountId: userId, remember: remember === "yes", amr: [...AMR[proven]], acr } },
    { mergeWithLastSubmission: false },
  );
}

function auditFailure({ deps, request, clientId }: InteractionContext, { kind }: SecondFactorResult): void {
  const address = remoteAddressOf(request);
  deps.audit({ kind: kind === "limited" ? "sign_in_limited" : "sign_in_refused", clientId, address });
}

/** The page in the browser belongs to another sign-in, or to one that continued elsewhere. */
function restart(context: InteractionContext): void {
  sendSignIn(context, 200, {});
}

function readProgress({ deps, details }: InteractionContext, form: Form): Progress | undefined {
  const userId = form.get("user") ?? "";
  const proven = (["password", ...FACTORS] as const).find((one) => one === form.get("proven"));
  if (proven === undefined) return undefined;
  const expected = signInProof(deps.cookieSecret, details.uid, { userId, proven });
  if (!isEqual(expected, form.get("proof") ?? "")) return undefined;
  return { userId, proven, remember: form.get("remember") ?? "" };
}

function hiddenOf({ deps, details }: InteractionContext, action: string, progress: Progress) {
  return {
    csrf: formToken(deps.cookieSecret, details.uid),
    action,
    user: progress.userId,
    proven: progress.proven,
    proof: signInProof(deps.cookieSecret, details.uid, progress),
    remember: progress.remember,
  };
}

export function sendSignIn(
  context: InteractionContext,
  status: number,
  state: { readonly email?: string; readonly problem?: SignInProblem; readonly retryAfterS?: number },
): void {
  const { deps, response, details, clientName } = context;
  const hint = details.params["login_hint"];
  const page = signInPage({
    text: pageTextOf(context),
    action: actionOf(details),
    token: formToken(deps.cookieSecret, details.uid),
    clientName,
    ...(typeof hint === "string" ? { email: hint } : {}),
    ...state,
    formActions: formActionsOf(context),
  });
  sendPage(response, status, page, retryHeader(state));
}

type Problem = { readonly problem?: SecondFactorProblem; readonly retryAfterS?: number };

async function sendSecondFactor(
  context: InteractionContext,
  status: number,
  progress: Progress,
  state: Problem = {},
): Promise<void> {
  const { deps, details, response } = context;
  const page = secondFactorPage({
    text: pageTextOf(context),
    action: actionOf(details),
    hidden: hiddenOf(context, "second-factor", progress),
    hasApp: deps.secondFactor.hasApp(progress.userId),
    passkeyOptions: await deps.secondFactor.startPasskey(progress.userId, details.uid),
    ...state,
    formActions: formActionsOf(context),
  });
  sendPage(response, status, page, retryHeader(state));
}

function sendSetUp(context: InteractionContext, status: number, progress: Progress, state: Problem = {}): void {
  const { deps, details, response } = context;
  const page = setUpPage({
    text: pageTextOf(context),
    action: actionOf(details),
    hidden: hiddenOf(context, "set-up", progress),
    ...deps.secondFactor.setUp(progress.userId, details.uid),
    ...state,
    formActions: formActionsOf(context),
  });
  sendPage(response, status, page, retryHeader(state));
}

function sendRecoveryCodes(context: InteractionContext, progress: Progress, codes: readonly string[]): void {
  const page = recoveryCodesPage({
    text: pageTextOf(context),
    action: actionOf(context.details),
    hidden: hiddenOf(context, "continue", progress),
    codes,
    formActions: formActionsOf(context),
  });
  sendPage(context.response, 200, page);
}

function sendChoosePassword(
  context: InteractionContext,
  status: number,
  progress: Progress,
  problem?: ChoosePasswordProblem,
): void {
  const page = choosePasswordPage({
    text: pageTextOf(context),
    action: actionOf(context.details),
    hidden: hiddenOf(context, "choose-password", progress),
    problem,
    formActions: formActionsOf(context),
  });
  sendPage(context.response, status, page);
}

function waitOf({ retryAfterS }: { readonly retryAfterS: number }): number {
  return Math.max(1, Math.ceil(retryAfterS));
}

function retryHeader({ retryAfterS }: { readonly retryAfterS?: number }): Readonly<Record<string, string>> {
  return retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) };
}

/** Undefined where it is not JSON, and so not the response of a passkey. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
