import { createBrowserTokens, redirectToOrigin } from "./browser.tokens.ts";
import {
  findProvider,
  newRequest,
  type Pending,
  redeem,
  RETURN_PATH,
  savePending,
  signOutUrl,
  takePending,
} from "./oidc.client.ts";
import { sendProviderForm } from "./provider.form.ts";
import type { AccountChange, AccountPort, SignInResult, SignInRequest, TokenResult } from "./session.contract.ts";

const CHANNEL = "fieldstation.session";

/**
 * Signing in with a browser: authorization code with PKCE at the station's own provider. Tokens are only in this page's
 * memory; after a reload, in another tab and after a failed renewal, the provider's cookie is used to get new ones.
 */
export function createBrowserAccount(): AccountPort {
  const channel = new BroadcastChannel(CHANNEL);
  let redirected = readRedirect();
  let listener: (change: AccountChange) => void = () => undefined;
  const tokens = createBrowserTokens(() => listener({ kind: "signed-out" }));

  channel.addEventListener("message", ({ data }: MessageEvent<AccountChange>) => {
    if (data.kind === "signed-out") tokens.clear();
    listener(data);
  });

  async function resume(): Promise<TokenResult> {
    const { url, pending } = redirected ?? {};
    redirected = undefined;
    if (url === undefined || pending === undefined) return tokens.renew();
    const found = await findProvider();
    if (found.kind !== "ok") return tokens.renew();
    const result = tokens.apply(await redeem(found.provider, url, pending));
    if (result.kind === "token") channel.postMessage({ kind: "signed-in" });
    return result;
  }

  async function signOut(): Promise<void> {
    const idToken = tokens.idToken();
    const found = await findProvider();
    tokens.clear();
    listener({ kind: "signed-out" });
    channel.postMessage({ kind: "signed-out" });
    if (found.kind !== "ok") return;
    const url = signOutUrl(found.provider, idToken);
    // The provider's page asks for a confirmation, because any link could lead there; here the person has confirmed.
    if (!(await sendProviderForm(url, { logout: "yes" }))) location.assign(url);
  }

  return {
    resume,
    token: tokens.token,
    heldToken: tokens.held,
    signIn,
    signOut,
    onChange(next) {
      listener = next;
    },
  };
}

async function signIn(request: SignInRequest): Promise<SignInResult> {
  const { email, password, returnTo = "/", isInNewWindow = false } = request;
  // Over plain HTTP from another computer the browser has no cryptography for PKCE, and a password is not protected.
  if (!isSecureContext) return { kind: "failed", reason: "insecure" };
  // Opened before anything is awaited: afterwards the browser blocks it as a pop-up.
  const target = isInNewWindow ? window.open("about:blank", "_blank") : window;
  if (!target) return { kind: "failed", reason: "blocked" };
  const found = await findProvider();
  if (found.kind !== "ok") {
    if (isInNewWindow) target.close();
    if (found.kind === "elsewhere") redirectToOrigin(found.origin);
    return { kind: "failed", reason: "unreachable" };
  }
  const hint: Record<string, string> = email === undefined ? {} : { login_hint: email };
  const { url, pending } = await newRequest(found.provider, isInNewWindow ? "/signed-in-beside" : returnTo, hint);
  savePending(pending, target.sessionStorage);
  const isTyped = !isInNewWindow && email !== undefined && password !== undefined;
  if (!isTyped || !(await sendProviderForm(url, { email, password }))) target.location.assign(url);
  return { kind: "under-way" };
}

/**
 * The address to which the provider redirected the browser. Its code can be used once, so it must not stay in the
 * address bar or the history, where the router would treat it as a page of the console.
 */
function readRedirect(): { readonly url: URL; readonly pending: Pending | undefined } | undefined {
  if (location.pathname !== RETURN_PATH) return undefined;
  const url = new URL(location.href);
  const pending = takePending();
  history.replaceState(history.state, "", `/#${pending?.returnTo ?? "/"}`);
  return { url, pending };
}
