import { shallowRef, type ShallowRef } from "vue";
import type { z } from "zod";
import { Health } from "../../../../server/contracts/station.ts";
import { desktop, isDesktop } from "../desktop/desktop-bridge.ts";
import { fetchInTime } from "./fetch-in-time.ts";
import { createBrowserAccount } from "./session.browser.ts";
import type { AccountPort, SessionState, SignInResult, SignInRequest, TokenResult } from "./session.contract.ts";
import { createDesktopAccount } from "./session.desktop.ts";

const RETRY_MS = 2_000;

/** The authorization of a request. `anonymous`: it is not sent, because the station would refuse it. */
export type Authorization = TokenResult | { readonly kind: "not-needed" };

export interface Session {
  readonly state: Readonly<ShallowRef<SessionState>>;
  /** Asks the station and the account until both have answered; called once, by the first page. */
  readonly start: () => Promise<void>;
  /**
   * Waits until the session's state is known, unless the station does not answer. `refused` is a token that the station
   * did not accept: then the result is a different one.
   */
  readonly authorization: (refused?: string) => Promise<Authorization>;
  /** The same if it is known already: then a request is sent at once, before its page is built. */
  readonly knownAuthorization: () => Authorization | undefined;
  readonly signIn: (signInRequest?: SignInRequest) => Promise<SignInResult>;
  readonly signOut: () => Promise<void>;
  /** Asks again: after the first account was created, for example. */
  readonly refreshState: () => Promise<void>;
}

/** Whether somebody is signed in to this console, and the authorization of its requests. */
export function createSession(account: AccountPort): Session {
  /** As `state`, but not reactive: code that sends a request does not depend on who is signed in. */
  let current: SessionState = { kind: "starting" };
  const state = shallowRef<SessionState>(current);
  const { promise: started, resolve: isStarted } = Promise.withResolvers<void>();
  /** Resolved after the first attempt, even a failed one: waiting requests must fail if the station does not answer. */
  const { promise: attempted, resolve: isAttempted } = Promise.withResolvers<void>();

  function setState(next: SessionState): void {
    current = next;
    state.value = next;
  }

  account.onChange((change) => {
    if (change.kind === "signed-in") void refreshState();
    else if (change.kind === "signing-in") setState({ kind: "signing-in" });
    else void endSession(change.notice);
  });

  async function start(): Promise<void> {
    while (!(await tryRefreshState())) {
      isAttempted();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    isStarted();
    isAttempted();
  }

  /** False if the station does not answer. */
  async function tryRefreshState(): Promise<boolean> {
    const health = await fetchHealth();
    if (health === undefined) return false;
    const hasAccounts = health.has_accounts;
    const answer: TokenResult = hasAccounts ? await account.resume() : { kind: "anonymous" };
    if (answer.kind === "unreachable") return false;
    if (answer.kind === "token") setState({ kind: "signed-in" });
    else setState({ kind: health.needs_sign_in ? "signed-out" : "local", hasAccounts });
    return true;
  }

  async function refreshState(): Promise<void> {
    await started;
    await tryRefreshState();
  }

  async function endSession(notice?: string): Promise<void> {
    await started;
    const health = await fetchHealth();
    const hasAccounts = health?.has_accounts ?? true;
    if (health?.needs_sign_in === false) setState({ kind: "local", hasAccounts });
    else setState({ kind: "signed-out", hasAccounts, ...(notice === undefined ? {} : { notice }) });
  }

  async function authorization(refused?: string): Promise<Authorization> {
    await attempted;
    if (current.kind === "starting") return { kind: "unreachable" };
    if (current.kind === "local") {
      if (refused === undefined) return { kind: "not-needed" };
    } else if (current.kind !== "signed-in") {
      return { kind: "anonymous" };
    }
    const answer = await account.token(refused);
    if (answer.kind === "anonymous" && current.kind === "signed-in") await endSession();
    return answer;
  }

  function knownAuthorization(): Authorization | undefined {
    if (current.kind === "local") return { kind: "not-needed" };
    const token = current.kind === "signed-in" ? account.heldToken() : undefined;
    return token === undefined ? undefined : { kind: "token", token };
  }

  return {
    state,
    start,
    authorization,
    knownAuthorization,
    signIn: (signInRequest = {}) => account.signIn(signInRequest),
    signOut: account.signOut,
    refreshState,
  };
}

/** Needs no sign-in: whether there are accounts, and whether this computer needs one. */
async function fetchHealth(): Promise<z.infer<typeof Health> | undefined> {
  const answer = await fetchInTime("/station/v1/health", { accept: "application/json" });
  return answer?.status === 200 ? Health.parse(JSON.parse(answer.text)) : undefined;
}

export const session: Session = createSession(
  isDesktop ? createDesktopAccount(desktop.account) : createBrowserAccount(),
);
