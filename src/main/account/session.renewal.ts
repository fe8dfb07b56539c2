import type { Person } from "../../preload/contract.ts";
import { sessionEndedNotice } from "./account.notices.ts";
import type { AccountStatePublisher } from "./account.state.ts";
import type { AccountProvider, Tokens } from "./account.tokens.ts";
import { decideRefreshWait, decideRetryWait, isFresh } from "./refresh.rules.ts";
import type { SessionStore, StoredSession } from "./stored-session.store.ts";

export interface AccountPorts {
  readonly provider: AccountProvider;
  readonly store: SessionStore;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Runs `task` after `ms`, unless the returned function is called first. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
  /** For the log: why something did not work, never a secret. */
  readonly logMessage: (message: string) => void;
}

/** One sign-in. Every sign-in makes a new object, so that a reply for an earlier one can be recognised by identity. */
export interface ActiveSession {
  readonly person: Person;
  readonly refreshToken: string | undefined;
  readonly tokens: Tokens | undefined;
  /** Whether the keychain holds the refresh token. */
  readonly isStored: boolean;
  readonly isOnline: boolean;
}

type MutableSession = { -readonly [Key in keyof ActiveSession]: ActiveSession[Key] } & {
  /** Attempts in a row that did not reach the provider. */
  failures: number;
};

/** The session of the person who is signed in, and the renewal of its tokens. */
export interface SessionRenewal {
  /** `undefined` while nobody is signed in. */
  readonly active: ActiveSession | undefined;
  /** Begins with the tokens of a sign-in. Resolves when the keychain has answered. */
  begin(tokens: Tokens): Promise<void>;
  /** Begins with a session of an earlier run; its tokens come with the first `refresh`. */
  resume(stored: StoredSession): void;
  /** Ends the session on this computer and publishes that nobody is signed in. */
  end(notice?: string): void;
  /** Fetches new tokens now. */
  refresh(): Promise<void>;
  /** A token that is valid for some more seconds and is not `refused`; `undefined` if there is none now. */
  accessToken(refused?: string): Promise<string | undefined>;
  /** Stops fetching tokens in the background. */
  close(): void;
}

export function createSessionRenewal(ports: AccountPorts, state: AccountStatePublisher): SessionRenewal {
  const { provider, store, now, after, random, logMessage } = ports;
  let activeSession: MutableSession | undefined;
  let refreshing: Promise<void> | undefined;
  let cancelTimer = (): void => {};
  let isClosed = false;

  function end(notice?: string): void {
    cancelTimer();
    activeSession = undefined;
    state.publishSignedOut(notice);
  }

  function schedule(ms: number): void {
    cancelTimer();
    if (!isClosed) cancelTimer = after(ms, () => void refresh());
  }

  /** Stores new tokens. The refresh token is stored in the keychain before anything else happens. */
  async function applyTokens(session: MutableSession, tokens: Tokens): Promise<void> {
    const { person, refreshToken = session.refreshToken } = tokens;
    session.person = person;
    session.refreshToken = refreshToken;
    session.tokens = tokens;
    session.failures = 0;
    if (refreshToken !== undefined) {
      const saved = await store.save({ person, refreshToken });
      if (saved.kind === "unavailable" && session.isStored) {
        logMessage(`the session is not stored: ${saved.reason}`);
      }
      session.isStored = saved.kind === "done";
    }
    if (activeSession !== session) return;
    session.isOnline = true;
    state.publishSignedIn(session);
    schedule(decideRefreshWait(tokens.expiresMs - now()));
  }

  /** One at a time: a refresh token that is sent twice ends the session at a provider that rotates them. */
  function refresh(): Promise<void> {
    refreshing ??= fetchNewTokens().finally(() => (refreshing = undefined));
    return refreshing;
  }

  async function fetchNewTokens(): Promise<void> {
    const session = activeSession;
    if (session === undefined) return;
    if (session.refreshToken === undefined) return end(sessionEndedNotice());
    const outcome = await provider.refresh(session.refreshToken, session.person);
    if (activeSession !== session) {
      // Signed out in the meantime: a token that arrives too late must not stay valid.
      const late = outcome.kind === "refreshed" ? outcome.tokens.refreshToken : undefined;
      if (late !== undefined) await provider.revoke(late);
      return;
    }
    switch (outcome.kind) {
      case "refreshed":
        return applyTokens(session, outcome.tokens);
      case "ended":
        logMessage(`the session has ended: ${outcome.reason}`);
        await store.remove();
        return activeSession === session ? end(sessionEndedNotice()) : undefined;
      case "unreachable":
        return retryLater(session, outcome.reason);
    }
  }

  function retryLater(session: MutableSession, reason: string): void {
    session.failures += 1;
    if (session.failures === 1) logMessage(`the session could not be renewed, it is tried again: ${reason}`);
    schedule(decideRetryWait(session.failures, random()));
    if (!session.isOnline) return;
    session.isOnline = false;
    state.publishSignedIn(session);
  }

  function findFreshToken(): string | undefined {
    const tokens = activeSession?.tokens;
    return tokens !== undefined && isFresh(tokens.expiresMs, now()) ? tokens.accessToken : undefined;
  }

  return {
    get active() {
      return activeSession;
    },
    begin(tokens) {
      const { person } = tokens;
      activeSession = { person, refreshToken: undefined, tokens, isStored: true, isOnline: false, failures: 0 };
      return applyTokens(activeSession, tokens);
    },
    resume({ person, refreshToken }) {
      activeSession = { person, refreshToken, tokens: undefined, isStored: true, isOnline: false, failures: 0 };
      state.publishSignedIn(activeSession);
    },
    end,
    refresh,
    async accessToken(refused) {
      const session = activeSession;
      // A refused token may have been revoked elsewhere, or be valid only by this computer's clock: ask the provider.
      if (session !== undefined && refused !== undefined && session.tokens?.accessToken === refused) {
        session.tokens = undefined;
      }
      const fresh = findFreshToken();
      if (fresh !== undefined || session === undefined) return fresh;
      // While the provider cannot be reached, only the timer tries, not every caller.
      if (session.failures === 0 || refreshing !== undefined) await refresh();
      return findFreshToken();
    },
    close() {
      isClosed = true;
      cancelTimer();
    },
  };
}
