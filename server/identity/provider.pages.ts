import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { refusedWriteOf } from "../storage/refused-writes.ts";
import { deviceCodePage, deviceConfirmPage, deviceConnectedPage } from "./pages/device.pages.ts";
import { errorPage } from "./pages/error.page.ts";
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

/** Errors of RFC 6749 and related standards, explained to the user. */
const ERRORS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  invalid_client: ["Unknown application", "This station does not know the application that sent you here."],
  invalid_redirect_uri: [
    "Unknown redirect address",
    "The application named a redirect address that is not registered for it.",
  ],
  access_denied: ["Not allowed", "The application was not given access."],
  server_error: ["Something went wrong", "The station could not do this. See its log for the reason."],
};
const NOT_STORED = "Nothing can be stored";
const OTHER_ERROR = ["This did not work", "Go back to the application and start again."] as const;

const CODE_PROBLEMS: Readonly<Record<string, string>> = {
  NoCodeError: "Enter the code.",
  NotFoundError: "No device shows this code. Look at it again.",
  ExpiredError: "This code is too old. Ask the device for a new one.",
  AlreadyUsedError: "This code was used already. Ask the device for a new one.",
};

export function createProviderPages(issuer: string, onWrongCode: (address: string) => void): ProviderPages {
  const home = `${baseUrlOf(issuer)}/`;
  const deviceAction = REALM_PATH + PATHS.device;
  return {
    deviceCode(ctx, _form, _out, error) {
      if (error?.name === "AbortedError") {
        const text = "The device was not given access. You can close this page.";
        send(ctx, errorPage({ title: "Device not connected", text, home }));
        return;
      }
      if (error?.name === "NotFoundError") onWrongCode(ctx.ip);
      const problem = error === undefined ? undefined : (CODE_PROBLEMS[error.name] ?? OTHER_ERROR[1]);
      const given = ctx.state["userCode"] ?? ctx.oidc.params?.["user_code"];
      const userCode = typeof given === "string" ? given : "";
      send(ctx, deviceCodePage({ action: deviceAction, token: tokenOf(ctx), userCode, problem }));
    },
    deviceConfirm(ctx, ...[, client, , userCode]) {
      const clientName = client.clientName ?? client.clientId;
      send(ctx, deviceConfirmPage({ action: deviceAction, token: tokenOf(ctx), userCode, clientName }));
    },
    deviceConnected(ctx) {
      send(ctx, deviceConnectedPage(ctx.oidc.client?.clientName ?? "The application"));
    },
    signOut(ctx) {
      send(ctx, signOutPage({ ...signOutForm(ctx), home }));
    },
    signedOut(ctx) {
      send(ctx, signedOutPage(home));
    },
    error(ctx, out, error) {
      const refused = refusedWriteOf(error);
      if (refused !== undefined) ctx.status = refused.status;
      const [title, text] = refused === undefined ? (ERRORS[out.error] ?? OTHER_ERROR) : [NOT_STORED, refused.msg];
      send(ctx, errorPage({ title, text, code: out.error, detail: out.error_description, home }));
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
  const text = `Too many attempts came from here. Try again in ${Math.ceil(retryAfterS / 60)} minutes.`;
  if (ctx.accepts("json", "html") === "html") {
    send(ctx, errorPage({ title: "Too many attempts", text, home: `${baseUrlOf(issuer)}/` }));
  } else {
    ctx.body = { error: "temporarily_unavailable", error_description: text };
  }
}

function signOutForm(ctx: KoaContextWithOIDC) {
  const back = ctx.oidc.session?.state?.["postLogoutRedirectUri"];
  return {
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
  ctx.body = renderPage(page);
  ctx.state["isOwnPage"] = true;
}
