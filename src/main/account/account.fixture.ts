import type { AccountProvider, RefreshOutcome, SignInOutcome, SignOutOutcome } from "./account.tokens.ts";
import type { SessionStore, StoredSession } from "./stored-session.store.ts";

/** A provider whose replies are given by the test. */
export class TestProvider implements AccountProvider {
  readonly signIns: { cancelled: AbortSignal; settle: PromiseWithResolvers<SignInOutcome> }[] = [];
  readonly replies: (() => RefreshOutcome | Promise<RefreshOutcome>)[] = [];
  readonly refreshes: string[] = [];
  readonly revoked: string[] = [];
  readonly endedSessions: (string | undefined)[] = [];
  revocation: SignOutOutcome = { kind: "done" };

  signIn(cancelled: AbortSignal): Promise<SignInOutcome> {
    const settle = Promise.withResolvers<SignInOutcome>();
    this.signIns.push({ cancelled, settle });
    return settle.promise;
  }
  async refresh(refreshToken: string): Promise<RefreshOutcome> {
    this.refreshes.push(refreshToken);
    const reply = this.replies.shift();
    if (reply === undefined) throw new Error("the provider was not expected to be asked");
    return reply();
  }
  async revoke(refreshToken: string): Promise<SignOutOutcome> {
    this.revoked.push(refreshToken);
    return this.revocation;
  }
  async endBrowserSession(idToken: string | undefined): Promise<void> {
    this.endedSessions.push(idToken);
  }
}

/** A session store in memory; `isAvailable` false stands for a computer without a keychain. */
export class TestSessionStore implements SessionStore {
  isAvailable = true;
  opened: Promise<unknown> = Promise.resolve();
  stored: StoredSession | undefined;
  readonly #unavailable = { kind: "unavailable", reason: "no keychain here" } as const;

  async find(): Promise<StoredSession | undefined> {
    await this.opened;
    return this.stored;
  }
  async save(session: StoredSession) {
    if (!this.isAvailable) return this.#unavailable;
    this.stored = session;
    return { kind: "done" } as const;
  }
  async remove() {
    if (!this.isAvailable) return this.#unavailable;
    this.stored = undefined;
    return { kind: "done" } as const;
  }
}
