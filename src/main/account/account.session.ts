import type { AccountState, TypedCredential, Unsubscribe } from "../../preload/contract.ts";
import type { StoredSession, SessionStore } from "./stored-session.store.ts";
import {
  findSignInFailureNotice,
  noKeychainNotice,
  keychainNotClearedNotice,
  providerNotNotifiedNotice,
  sessionEndedNotice,
} from "./account.notices.ts";
import type { AccountProvider, Tokens } from "./account.tokens.ts";
import { decideRefreshWait, decideRetryWait, isFresh } from "./refresh.rules.ts";

export interface AccountPorts {
  readonly provider: AccountProvider;
  readonly keep: SessionStore;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Runs `task` after `ms`, unless the returned function is called first. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
  /** For the log: why something did not work, never a secret. */
  readonly note: (message: string) => void;
}

/** One account of one person at one provider, for the life of the app. */
export interface AccountSession {
  readonly state: AccountState;
  onState(listener: (state: AccountState) => void): Unsubscribe;
  /** Takes up what the keychain holds from the last time. Once, at the start. */
  restore(): Promise<void>;
  /** Resolves when the sign-in is over, whatever its end. */
  signIn(typed?: TypedCredential): Promise<void>;
  signOut(): Promise<void>;
  /** A token that is good for some seconds more and is not the one that was refused; `undefined` when there is none now. */
  accessToken(refused?: string): Promise<string | undefined>;
  /** The provider may be back: does not wait for the next try. */
  wake(): void;
  /** Nothing is fetched in the background any more. */
  close(): void;
}

/** What is held while somebody is signed in. Another object for another sign-in, so that late answers are told apart. */
interface ActiveSession {
  session: Partial<StoredSession> & Pick<StoredSession, "person">;
  tokens: Tokens | undefined;
  isStored: boolean;
  isOnline: boolean;
  failures: number;
}

export function createAccountSession({ provider, keep, now, after, random, note }: AccountPorts): AccountSession {
  const listeners = new Set<(state: AccountState) => void>();
  let state: AccountState = { kind: "starting" };
  let held: ActiveSession | undefined;
  let signingIn: AbortController | undefined;
  let refreshing: Promise<void> | undefined;
  let reading: Promise<void> = Promise.resolve();
  let cancelTimer = (): void => {};
  let isClosed = false;

  function become(next: AccountState): void {
    state = next;
    for (const listener of listeners) listener(next);
  }

  function becomeSignedOut(notice?: string): void {
    cancelTimer();
    held = undefined;
    become({ kind: "signed-out", ...(notice === undefined ? {} : { notice }) });
  }

  function publishSignedIn({ session, isOnline, isStored }: ActiveSession): void {
    const notice = isStored ? {} : { notice: noKeychainNotice(process.platform) };
    const next: AccountState = { kind: "signed-in", person: session.person, isOnline, ...notice };
    // A token that is renewed in the background is no news.
    if (JSON.stringify(next) !== JSON.stringify(state)) become(next);
  }

  function schedule(ms: number): void {
    cancelTimer();
    if (!isClosed) cancelTimer = after(ms, () => void refresh());
  }

  /** Takes up what the provider gave. A new refresh token is on its way to the keychain before anything else happens. */
  async function take(holder: ActiveSession, tokens: Tokens): Promise<void> {
    const refreshToken = tokens.refreshToken ?? holder.session.refreshToken;
    const { person } = tokens;
    holder.session = refreshToken === undefined ? { person } : { person, refreshToken };
    holder.tokens = tokens;
    holder.failures = 0;
    if (refreshToken !== undefined) {
      const kept = await keep.keep({ person, refreshToken });
      if (kept.kind === "unavailable" && holder.isStored) note(`the session is not kept: ${kept.reason}`);
      holder.isStored = kept.kind === "done";
    }
    if (held !== holder) return;
    holder.isOnline = true;
    publishSignedIn(holder);
    schedule(decideRefreshWait(tokens.expiresMs - now()));
  }

  /** One at a time: a refresh token that is sent twice ends the session at a provider that rotates them. */
  function refresh(): Promise<void> {
    refreshing ??= fetchNewTokens().finally(() => (refreshing = undefined));
    return refreshing;
  }

  async function fetchNewTokens(): Promise<void> {
    const holder = held;
    if (holder === undefined) return;
    const { refreshToken, person } = holder.session;
    if (refreshToken === undefined) return becomeSignedOut(sessionEndedNotice);
    const outcome = await provider.refresh(refreshToken, person);
    if (held !== holder) {
      // Signed out in the meantime: what came too late must not live on.
      const late = outcome.kind === "refreshed" ? outcome.tokens.refreshToken : undefined;
      if (late !== undefined) await provider.revoke(late);
      return;
    }
    switch (outcome.kind) {
      case "refreshed":
        return take(holder, outcome.tokens);
      case "ended":
        note(`the session has ended: ${outcome.reason}`);
        await keep.remove();
        return held === holder ? becomeSignedOut(sessionEndedNotice) : undefined;
      case "unreachable":
        return waitAndRetry(holder, outcome.reason);
    }
  }

  function waitAndRetry(holder: ActiveSession, reason: string): void {
    holder.failures += 1;
    if (holder.failures === 1) note(`the session could not be renewed, it is tried again: ${reason}`);
    schedule(decideRetryWait(holder.failures, random()));
    if (!holder.isOnline) return;
    holder.isOnline = false;
    publishSignedIn(holder);
  }

  async function readKeychain(): Promise<void> {
    const kept = await keep.find();
    if (kept === undefined) return becomeSignedOut();
    held = { session: kept, tokens: undefined, isStored: true, isOnline: false, failures: 0 };
    publishSignedIn(held);
  }

  async function restore(): Promise<void> {
    reading = readKeychain();
    await reading;
    await refresh();
  }

  async function signIn(typed?: TypedCredential): Promise<void> {
    // Somebody may be signed in already: the keychain of the system can ask the person before it answers.
    if (state.kind === "starting") await reading;
    if (held !== undefined) return;
    signingIn?.abort();
    const attempt = new AbortController();
    signingIn = attempt;
    become({ kind: "signing-in" });
    const outcome = await provider.signIn(attempt.signal, typed);
    if (signingIn !== attempt) {
      const late = outcome.kind === "signed-in" ? outcome.tokens.refreshToken : undefined;
      if (late !== undefined) await provider.revoke(late);
      return;
    }
    signingIn = undefined;
    if (outcome.kind === "signed-in") {
      const { tokens } = outcome;
      held = { session: { person: tokens.person }, tokens, isStored: true, isOnline: false, failures: 0 };
      return take(held, tokens);
    }
    if ("reason" in outcome) note(`the sign-in failed: ${outcome.reason}`);
    becomeSignedOut(findSignInFailureNotice(outcome.kind));
  }

  async function signOut(): Promise<void> {
    signingIn?.abort();
    signingIn = undefined;
    if (state.kind === "starting") await reading;
    const left = held;
    // First here, at once and without a network; then wherever else it is known.
    becomeSignedOut();
    if (left === undefined) return;
    const removed = await keep.remove();
    const { refreshToken } = left.session;
    const told = refreshToken === undefined ? { kind: "done" as const } : await provider.revoke(refreshToken);
    if (told.kind === "done") await provider.endBrowserSession(left.tokens?.idToken);
    else note(`the provider could not be told of the sign-out: ${told.reason}`);
    if (held !== undefined || signingIn !== undefined) return;
    if (removed.kind === "unavailable" && left.isStored) becomeSignedOut(keychainNotClearedNotice);
    else if (told.kind === "not-revoked") becomeSignedOut(providerNotNotifiedNotice);
  }

  async function accessToken(refused?: string): Promise<string | undefined> {
    // Ended elsewhere, or good by this computer's clock only: the provider knows.
    if (held !== undefined && refused !== undefined && held.tokens?.accessToken === refused) held.tokens = undefined;
    const fresh = findFresh();
    if (fresh !== undefined || held === undefined) return fresh;
    // While the provider is out of reach the timer asks, not every caller.
    if (held.failures === 0 || refreshing !== undefined) await refresh();
    return findFresh();
  }

  function findFresh(): string | undefined {
    const tokens = held?.tokens;
    return tokens !== undefined && isFresh(tokens.expiresMs, now()) ? tokens.accessToken : undefined;
  }

  return {
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restore,
    signIn,
    signOut,
    accessToken,
    wake() {
      if (held !== undefined && !held.isOnline) void refresh();
    },
    close() {
      isClosed = true;
      cancelTimer();
      signingIn?.abort();
    },
  };
}
