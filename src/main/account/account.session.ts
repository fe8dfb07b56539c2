import type { AccountState, TypedCredential, Unsubscribe } from "../../preload/contract.ts";
import { findSignInFailureNotice, keychainNotClearedNotice, providerNotNotifiedNotice } from "./account.notices.ts";
import { createAccountState } from "./account.state.ts";
import { type AccountPorts, createSessionRenewal } from "./session.renewal.ts";

/** One account of one person at one provider, as long as the app runs. */
export interface AccountSession {
  readonly state: AccountState;
  onState(listener: (state: AccountState) => void): Unsubscribe;
  /** Restores the session that the keychain holds from the last run. Called once, at the start. */
  restore(): Promise<void>;
  /** Resolves when the sign-in is over, whatever its end. */
  signIn(typed?: TypedCredential): Promise<void>;
  signOut(): Promise<void>;
  /** A token that is valid for some more seconds and is not `refused`; `undefined` if there is none now. */
  accessToken(refused?: string): Promise<string | undefined>;
  /** Tries at once instead of at the next interval, because the provider may be reachable again. */
  wake(): void;
  /** Stops fetching tokens in the background. */
  close(): void;
}

export function createAccountSession(ports: AccountPorts): AccountSession {
  const { provider, store, logMessage } = ports;
  const state = createAccountState();
  const renewal = createSessionRenewal(ports, state);
  let signingIn: AbortController | undefined;
  let readingKeychain: Promise<void> = Promise.resolve();

  async function readKeychain(): Promise<void> {
    const stored = await store.find();
    if (stored === undefined) renewal.end();
    else renewal.resume(stored);
  }

  async function restore(): Promise<void> {
    readingKeychain = readKeychain();
    await readingKeychain;
    await renewal.refresh();
  }

  async function signIn(typed?: TypedCredential): Promise<void> {
    // The keychain may still restore a session: the system can ask the person before it answers.
    if (state.current.kind === "starting") await readingKeychain;
    if (renewal.active !== undefined) return;
    signingIn?.abort();
    const attempt = new AbortController();
    signingIn = attempt;
    state.publishSigningIn();
    const outcome = await provider.signIn(attempt.signal, typed);
    if (signingIn !== attempt) {
      const late = outcome.kind === "signed-in" ? outcome.tokens.refreshToken : undefined;
      if (late !== undefined) await provider.revoke(late);
      return;
    }
    signingIn = undefined;
    if (outcome.kind === "signed-in") return renewal.begin(outcome.tokens);
    if ("reason" in outcome) logMessage(`the sign-in failed: ${outcome.reason}`);
    renewal.end(findSignInFailureNotice(outcome.kind));
  }

  async function signOut(): Promise<void> {
    signingIn?.abort();
    signingIn = undefined;
    if (state.current.kind === "starting") await readingKeychain;
    const ended = renewal.active;
    // On this computer first, without waiting for a network; the keychain and the provider follow.
    renewal.end();
    if (ended === undefined) return;
    const removed = await store.remove();
    const { refreshToken } = ended;
    const revocation = refreshToken === undefined ? { kind: "done" as const } : await provider.revoke(refreshToken);
    if (revocation.kind === "done") await provider.endBrowserSession(ended.tokens?.idToken);
    else logMessage(`the provider could not be told of the sign-out: ${revocation.reason}`);
    if (renewal.active !== undefined || signingIn !== undefined) return;
    if (removed.kind === "unavailable" && ended.isStored) renewal.end(keychainNotClearedNotice());
    else if (revocation.kind === "not-revoked") renewal.end(providerNotNotifiedNotice());
  }

  return {
    get state() {
      return state.current;
    },
    onState: state.onState,
    restore,
    signIn,
    signOut,
    accessToken: renewal.accessToken,
    wake() {
      if (renewal.active?.isOnline === false) void renewal.refresh();
    },
    close() {
      renewal.close();
      signingIn?.abort();
    },
  };
}
