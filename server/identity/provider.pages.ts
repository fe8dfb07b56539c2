import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { refusedWriteOf } from "../storage/refused-writes.ts";
import { deviceCodePage, deviceConfirmPage, deviceConnectedPage } from "./pages/device.pages.ts";
import { errorPage } from "./pages/error.page.ts";
import { formatWait, type PageText, pageTextFor } from "./pages/page-text.ts";
import { pageModeOf } from "./pages/page-mode.ts";
import type { Page } from "./pages/page.ts";
import { pageHeaders, renderPage } from "./pages/page.ts";
import { alreadySignedOutPage, otherAccountPage, signedOutPage, signOutPage } from "./pages/sign-out.pages.ts";
import { baseUrlOf, PATHS, REALM_PATH } from "./realm.ts";
import { formActionSource } from "./redirects.rules.ts";

type Features = NonNullable<Configuration["features"]>;
type DeviceFlow = Required<NonNullable<Features["deviceFlow"]>>;
type Logout = Required<NonNullable<Features["rpInitiatedLogout"]>>;

/** The pages that the provider renders through its configuration. */
export type ProviderPages = {
  readonly deviceCode: NonNullable<DeviceFlow["userCodeInputSource"]>;
  readonly deviceConfirm: NonNullable<DeviceFlow["userCodeConfirmSource"]>;
  readonly deviceConnected: NonNullable<DeviceFlow["successSource"]>;
  readonly signOut: NonNullable<Logout["logoutSource"]>;
  readonly signedOut: NonNullable<Logout["postLogoutSuccessSource"]>;
  readonly error: NonNullable<Configuration["renderError"]>;
};

/** Errors of RFC 6749 and related standards that are explained to the user. */
const ERRORS = ["invalid_client", "invalid_redirect_uri", "access_denied", "server_error"] as const;
const CODE_PROBLEMS = ["NoCodeError", "NotFoundError", "ExpiredError", "AlreadyUsedError"] as const;

export function createProviderPages(issuer: string, onWrongCode: (address: string) => void): ProviderPages {
  const home = `${baseUrlOf(issuer)}/`;
  const deviceAction = REALM_PATH + PATHS.device;
  return {
    deviceCode(ctx, _form, _out, error) {
      const text = pageTextOf(ctx);
      if (error?.name === "AbortedError") {
        const { notConnected: title, notConnectedText: explanation } = text.device;
        send(ctx, errorPage({ text, title, explanation, home }));
        return;
      }
      if (error?.name === "NotFoundError") onWrongCode(ctx.ip);
      const known = CODE_PROBLEMS.find((name) => name === error?.name);
      const problem = error === undefined ? undefined : known === undefined ? text.goBack : text.device.problems[known];
      const given = ctx.state["userCode"] ?? ctx.oidc.params?.["user_code"];
      const userCode = typeof given === "string" ? given : "";
      send(ctx, deviceCodePage({ text, action: deviceAction, token: tokenOf(ctx), userCode, problem }));
    },
    deviceConfirm(ctx, ...[, client, , userCode]) {
      const clientName = client.clientName ?? client.clientId;
      send(
        ctx,
        deviceConfirmPage({ text: pageTextOf(ctx), action: deviceAction, token: tokenOf(ctx), userCode, clientName }),
      );
    },
    deviceConnected(ctx) {
      const text = pageTextOf(ctx);
      send(ctx, deviceConnectedPage(ctx.oidc.client?.clientName ?? text.anApplication, text));
    },
    signOut(ctx) {
      send(ctx, signOutPage({ ...signOutForm(ctx), home }));
    },
    signedOut(ctx) {
      send(ctx, signedOutPage(home, pageTextOf(ctx)));
    },
    error(ctx, out, error) {
      const refused = refusedWriteOf(error);
      if (refused !== undefined) ctx.status = refused.status;
      const text = pageTextOf(ctx);
      const known = ERRORS.find((code) => code === out.error);
      const [title, explanation] =
        refused === undefined
          ? known === undefined
            ? [text.errors.other, text.goBack]
            : text.errors[known]
          : [text.errors.notStored, refused.msg];
      send(ctx, errorPage({ text, title, explanation, code: out.error, detail: out.error_description, home }));
    },
  };
}

/** Replaces the provider's pages that submit by script with pages without a script. */
export function replaceScriptedPages(ctx: KoaContextWithOIDC): void {
  if (ctx.state["isOwnPage"] === true || ctx.status !== 200) return;
  if (ctx.oidc?.session?.state?.["secret"] === undefined) return;
  if (ctx.oidc.route === "end_session" && ctx.oidc.session.accountId === undefined) {
    send(ctx, alreadySignedOutPage(signOutForm(ctx)));
  } else if (ctx.oidc.route === "resume" || ctx.oidc.route === "device_resume") {
    send(ctx, otherAccountPage(signOutForm(ctx)));
  }
}

/** Responds with a page to a browser, and as in RFC 6749, 5.2 to a program. */
export function sendTooMany(ctx: KoaContextWithOIDC, issuer: string, retryAfterS: number): void {
  ctx.status = 429;
  ctx.set("Retry-After", String(retryAfterS));
  const text = pageTextOf(ctx);
  if (ctx.accepts("json", "html") === "html") {
    const { tooMany: title } = text.errors;
    send(ctx, errorPage({ text, title, explanation: tooMany(text, retryAfterS), home: `${baseUrlOf(issuer)}/` }));
  } else {
    ctx.body = { error: "temporarily_unavailable", error_description: tooMany(pageTextFor(undefined), retryAfterS) };
  }
}

/** Messages for programs stay English. */
function tooMany(text: PageText, retryAfterS: number): string {
  return text.errors.tooManyText(formatWait(text, retryAfterS));
}

/** Without a session, as after a failed request, it has no parameters. */
function pageTextOf(ctx: KoaContextWithOIDC): PageText {
  return pageTextFor(ctx.get("accept-language"), ctx.oidc?.params?.["ui_locales"]);
}

function signOutForm(ctx: KoaContextWithOIDC) {
  const back = ctx.oidc.session?.state?.["postLogoutRedirectUri"];
  return {
    text: pageTextOf(ctx),
    action: REALM_PATH + PATHS.endSessionConfirm,
    token: tokenOf(ctx),
    formActions: typeof back === "string" ? [formActionSource(back)] : [],
  };
}

/** The provider's own CSRF token of a form. */
function tokenOf(ctx: KoaContextWithOIDC): string {
  return String(ctx.oidc.session?.state?.["secret"] ?? "");
}

function send(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page.formActions));
  ctx.type = "text/html; charset=utf-8";
  ctx.body = renderPage(page, pageModeOf(ctx.headers));
  ctx.state["isOwnPage"] = true;
}
