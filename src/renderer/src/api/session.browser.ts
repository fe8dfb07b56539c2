import {
  findProvider,
  savePending,
  newRequest,
  type Pending,
  redeem,
  refresh,
  RETURN_PATH,
  signInSilently,
  signOutUrl,
  takePending,
  type Tokens,
  type TokensResult,
} from "./oidc.client.ts";
import { sendProviderForm } from "./provider.form.ts";
import type { AccountChange, AccountPort, SignInResult, SignInRequest, TokenResult } from "./session.contract.ts";

/** A token is renewed this long before it ends, so that no request waits for it. */
const RENEW_BEFORE_MS = 60_000;
/** A token that holds for less is not handed out: a request may be under way for a while. */
const SPARE_MS = 10_000;
const RETRY_MS = 15_000;
const CHANNEL = "fieldstation.session";

/**
 * Signing in with a browser: authorization code with PKCE at the station's own provider. Tokens live in this page's
 * memory and nowhere else; a reload, another tab and a broken renewal come back through the provider's cookie.
 */
export function createBrowserAccount(): AccountPort {
  const channel = new BroadcastChannel(CHANNEL);
  let returned = takeReturn();
  let tokens: Tokens | undefined;
  let renewing: Promise<TokenResult> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listener: (change: AccountChange) => void = () => undefined;

  channel.addEventListener("message", ({ data }: MessageEvent<AccountChange>) => {
    if (data.kind === "signed-out") clearSession();
    listener(data);
  });

  function keep(next: Tokens): void {
    tokens = next;
    plan(Math.max(SPARE_MS, next.expiresMs - Date.now() - RENEW_BEFORE_MS));
  }

  function clearSession(): void {
    tokens = undefined;
    clearTimeout(timer);
  }

  function plan(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void renew().then((answer) => {
        if (answer.kind === "unreachable") plan(RETRY_MS);
        else if (answer.kind === "nobody") listener({ kind: "signed-out" });
      });
    }, afterMs);
  }

  /** At most one renewal at a time: a refresh token that is used twice ends the whole sign-in. */
  function renew(): Promise<TokenResult> {
    if (!isSecureContext) return Promise.resolve({ kind: "nobody" });
    renewing ??= navigator.locks.request(CHANNEL, renewOnce).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renewOnce(): Promise<TokenResult> {
    const found = await findProvider();
    if (found.kind === "elsewhere") return redirectToOrigin(found.origin);
    if (found.kind === "unreachable") return found;
    const refreshToken = tokens?.refresh;
    if (refreshToken !== undefined) {
      // Gone before it is sent: whether it has arrived cannot be known when no answer comes.
      if (tokens) tokens = { ...tokens, refresh: undefined };
      const renewed = await refresh(found.provider, refreshToken);
      if (renewed.kind === "ok") return taken(renewed);
    }
    return taken(await signInSilently(found.provider));
  }

  function taken(answer: TokensResult): TokenResult {
    if (answer.kind === "ok") {
      keep(answer.tokens);
      return { kind: "token", token: answer.tokens.access };
    }
    if (answer.kind === "unreachable") return answer;
    clearSession();
    return { kind: "nobody" };
  }

  async function resume(): Promise<TokenResult> {
    const { url, pending } = returned ?? {};
    returned = undefined;
    if (url === undefined || pending === undefined) return renew();
    const found = await findProvider();
    if (found.kind !== "ok") return renew();
    const answer = taken(await redeem(found.provider, url, pending));
    if (answer.kind === "token") channel.postMessage({ kind: "signed-in" });
    return answer;
  }

  async function token(refused?: string): Promise<TokenResult> {
    const isGood = tokens && tokens.access !== refused && tokens.expiresMs - Date.now() > SPARE_MS;
    return isGood && tokens ? { kind: "token", token: tokens.access } : renew();
  }

  async function signIn({
    email,
    password,
    returnTo = "/",
    isInNewWindow = false,
  }: SignInRequest): Promise<SignInResult> {
    // Over plain http from another computer the browser has neither what PKCE needs nor secrets worth the name.
    if (!isSecureContext) return { kind: "failed", reason: "insecure" };
    // Opened before anything is awaited: later it would be a window that nobody asked for.
    const beside = isInNewWindow ? window.open("about:blank", "_blank") : window;
    if (!beside) return { kind: "failed", reason: "blocked" };
    const found = await findProvider();
    if (found.kind !== "ok") {
      if (isInNewWindow) beside.close();
      if (found.kind === "elsewhere") redirectToOrigin(found.origin);
      return { kind: "failed", reason: "unreachable" };
    }
    const hint: Record<string, string> = email === undefined ? {} : { login_hint: email };
    const { url, pending } = await newRequest(found.provider, isInNewWindow ? "/signed-in-beside" : returnTo, hint);
    savePending(pending, beside.sessionStorage);
    const isTyped = !isInNewWindow && email !== undefined && password !== undefined;
    if (!isTyped || !(await sendProviderForm(url, { email, password }))) beside.location.assign(url);
    return { kind: "under-way" };
  }

  async function signOut(): Promise<void> {
    const idToken = tokens?.id;
    const found = await findProvider();
    clearSession();
    listener({ kind: "signed-out" });
    channel.postMessage({ kind: "signed-out" });
    if (found.kind !== "ok") return;
    const url = signOutUrl(found.provider, idToken);
    // The page asks whether it is meant, because a link could lead there; here it was meant.
    if (!(await sendProviderForm(url, { logout: "yes" }))) location.assign(url);
  }

  return {
    resume,
    token,
    signIn,
    signOut,
    onChange(next) {
      listener = next;
    },
  };
}

/**
 * The address that the provider has sent the browser back to. The code in it is used up soon: it does not stay in the
 * address or in the history, and the router must not take it for the place where the console lives.
 */
function takeReturn(): { readonly url: URL; readonly pending: Pending | undefined } | undefined {
  if (location.pathname !== RETURN_PATH) return undefined;
  const url = new URL(location.href);
  const pending = takePending();
  history.replaceState(history.state, "", `/#${pending?.returnTo ?? "/"}`);
  return { url, pending };
}

/** The console moves to the station's own name, because its cookies are there. */
function redirectToOrigin(origin: string): TokenResult {
  const { pathname, search, hash } = location;
  location.replace(origin + pathname + search + hash);
  return { kind: "unreachable" };
}
