import { beforeEach, describe, expect, it } from "vitest";
import type { AccountState } from "../../preload/contract.ts";
import { TestProvider, TestSessionStore } from "./account.fixture.ts";
import { type AccountSession, createAccountSession } from "./account.session.ts";
import type { RefreshOutcome, Tokens } from "./account.tokens.ts";

const ada = { userId: "7", email: "ada@example.org", name: "Ada" };

describe("an account", () => {
  let provider: TestProvider;
  let store: TestSessionStore;
  let nowMs: number;
  let timers: { ms: number; task: () => void }[];
  let states: AccountState[];
  let messages: string[];
  let account: AccountSession;

  function open(): AccountSession {
    timers = [];
    states = [];
    messages = [];
    const opened = createAccountSession({
      provider,
      store,
      now: () => nowMs,
      after(ms, task) {
        const timer = { ms, task };
        timers.push(timer);
        return () => void (timers = timers.filter((other) => other !== timer));
      },
      random: () => 0,
      logMessage: (message) => messages.push(message),
    });
    opened.onState((state) => states.push(state));
    return opened;
  }

  beforeEach(() => {
    provider = new TestProvider();
    store = new TestSessionStore();
    nowMs = 1_000_000;
    account = open();
  });

  /** Tokens as issued now, with five minutes to live. */
  const issueTokens = (number: number): Tokens => ({
    accessToken: `access ${number}`,
    refreshToken: `refresh ${number}`,
    idToken: `id ${number}`,
    expiresMs: nowMs + 300_000,
    person: ada,
  });
  const refreshed = (number: number) => (): RefreshOutcome => ({ kind: "refreshed", tokens: issueTokens(number) });
  const unreachable = (): RefreshOutcome => ({ kind: "unreachable", reason: "no network" });

  async function signIn(): Promise<void> {
    await account.restore();
    const over = account.signIn();
    provider.signIns.at(-1)?.settle.resolve({ kind: "signed-in", tokens: issueTokens(1) });
    await over;
  }

  async function passTime(ms: number): Promise<void> {
    nowMs += ms;
    const timer = timers.shift();
    if (timer === undefined) throw new Error("nothing is waiting");
    expect(timer.ms).toBeLessThanOrEqual(ms);
    timer.task();
    await settled();
  }

  it("starts signed out where no session was stored", async () => {
    expect(account.state).toEqual({ kind: "starting" });
    await account.restore();
    expect(states).toEqual([{ kind: "signed-out" }]);
    expect(await account.accessToken()).toBeUndefined();
  });

  it("signs in, stores the refresh token and hands out the access token", async () => {
    await signIn();
    expect(states.map(({ kind }) => kind)).toEqual(["signed-out", "signing-in", "signed-in"]);
    expect(account.state).toEqual({ kind: "signed-in", person: ada, isOnline: true });
    expect(store.stored).toEqual({ refreshToken: "refresh 1", person: ada });
    expect(await account.accessToken()).toBe("access 1");
    expect(provider.refreshes).toEqual([]);
  });

  it.each([
    [{ kind: "refused", reason: "access_denied" }, /refused or cancelled/],
    [{ kind: "timed-out" }, /not finished in time/],
    [{ kind: "no-browser" }, /No browser/],
    [{ kind: "unreachable", reason: "no network" }, /cannot be reached/],
    [{ kind: "untrusted", reason: "nonce" }, /was not valid/],
  ] as const)("gives the reason for a failed sign-in: %o", async (outcome, notice) => {
    await account.restore();
    const over = account.signIn();
    provider.signIns.at(-1)?.settle.resolve(outcome);
    await over;
    expect(account.state).toEqual({ kind: "signed-out", notice: expect.stringMatching(notice) });
    expect(store.stored).toBeUndefined();
  });

  it("cancels a sign-in when the person starts another, and accepts the second only", async () => {
    await account.restore();
    const first = account.signIn();
    const second = account.signIn();
    expect(provider.signIns.map(({ cancelled }) => cancelled.aborted)).toEqual([true, false]);
    provider.signIns[0]?.settle.resolve({ kind: "signed-in", tokens: issueTokens(1) });
    await first;
    expect(account.state).toEqual({ kind: "signing-in" });
    expect(provider.revoked).toEqual(["refresh 1"]);
    provider.signIns[1]?.settle.resolve({ kind: "signed-in", tokens: issueTokens(2) });
    await second;
    expect(await account.accessToken()).toBe("access 2");
  });

  it("cancels a sign-in by signing out, without a notice", async () => {
    await account.restore();
    const over = account.signIn();
    await account.signOut();
    provider.signIns[0]?.settle.resolve({ kind: "cancelled" });
    await over;
    expect(account.state).toEqual({ kind: "signed-out" });
  });

  it("renews the token in the background before it expires, and stores the new refresh token", async () => {
    await signIn();
    provider.replies.push(refreshed(2));
    expect(timers.map(({ ms }) => ms)).toEqual([240_000]);
    await passTime(240_000);
    expect(provider.refreshes).toEqual(["refresh 1"]);
    expect(store.stored?.refreshToken).toBe("refresh 2");
    expect(await account.accessToken()).toBe("access 2");
    expect(timers.map(({ ms }) => ms)).toEqual([240_000]);
    expect(states.map(({ kind }) => kind)).toEqual(["signed-out", "signing-in", "signed-in"]);
  });

  it("asks the provider once, however many ask for a token at one moment", async () => {
    await signIn();
    nowMs += 300_000;
    provider.replies.push(refreshed(2));
    const tokens = await Promise.all(Array.from({ length: 20 }, () => account.accessToken()));
    expect(new Set(tokens)).toEqual(new Set(["access 2"]));
    expect(provider.refreshes).toEqual(["refresh 1"]);
  });

  it("does not hand a refused token out again, and asks the provider once for another", async () => {
    await signIn();
    provider.replies.push(refreshed(2));
    const tokens = await Promise.all(Array.from({ length: 5 }, () => account.accessToken("access 1")));
    expect(new Set(tokens)).toEqual(new Set(["access 2"]));
    expect(await account.accessToken("access 1")).toBe("access 2");
    expect(provider.refreshes).toEqual(["refresh 1"]);
  });

  it("ends the session when a refused token turns out to be revoked elsewhere", async () => {
    await signIn();
    provider.replies.push(() => ({ kind: "ended", reason: "invalid_grant" }));
    expect(await account.accessToken("access 1")).toBeUndefined();
    expect(account.state).toEqual({ kind: "signed-out", notice: expect.stringContaining("session has ended") });
  });

  it("keeps using its token while the provider is out of reach, and retries ever less often", async () => {
    await signIn();
    provider.replies.push(unreachable, unreachable, unreachable);
    await passTime(240_000);
    expect(account.state).toEqual({ kind: "signed-in", person: ada, isOnline: false });
    expect(await account.accessToken()).toBe("access 1");
    await passTime(2_000);
    await passTime(4_000);
    expect(timers.map(({ ms }) => ms)).toEqual([8_000]);
    expect(messages).toHaveLength(1);
    nowMs += 60_000;
    expect(await account.accessToken()).toBeUndefined();
    expect(provider.refreshes).toHaveLength(3);
    expect(store.stored?.refreshToken).toBe("refresh 1");
  });

  it("renews at once when the provider is back", async () => {
    await signIn();
    provider.replies.push(unreachable, refreshed(2));
    await passTime(240_000);
    account.wake();
    await settled();
    expect(account.state).toEqual({ kind: "signed-in", person: ada, isOnline: true });
    expect(timers.map(({ ms }) => ms)).toEqual([240_000]);
    account.wake();
    expect(provider.refreshes).toHaveLength(2);
  });

  it("is signed in again after a restart, and shows the person before the network answers", async () => {
    await signIn();
    provider.replies.push(refreshed(2));
    account = open();
    await account.restore();
    expect(states).toEqual([
      { kind: "signed-in", person: ada, isOnline: false },
      { kind: "signed-in", person: ada, isOnline: true },
    ]);
    expect(await account.accessToken()).toBe("access 2");
  });

  it("waits for a slow keychain before it signs in or out, so that no session stays behind in it", async () => {
    await signIn();
    const opened = Promise.withResolvers<undefined>();
    store.opened = opened.promise;
    account = open();
    const restored = account.restore();
    const over = [account.signIn(), account.signOut()];
    provider.replies.push(unreachable);
    opened.resolve(undefined);
    await Promise.all([restored, ...over]);
    expect(account.state).toEqual({ kind: "signed-out" });
    expect(provider.signIns).toHaveLength(1);
    expect(provider.revoked).toEqual(["refresh 1"]);
    expect(store.stored).toBeUndefined();
  });

  it("removes a session that the provider has ended", async () => {
    await signIn();
    provider.replies.push(() => ({ kind: "ended", reason: "invalid_grant" }));
    await passTime(240_000);
    expect(account.state).toEqual({ kind: "signed-out", notice: expect.stringContaining("session has ended") });
    expect(store.stored).toBeUndefined();
    expect(timers).toEqual([]);
  });

  it("keeps the session in memory if there is no keychain, and shows a notice", async () => {
    store.isAvailable = false;
    await signIn();
    expect(account.state).toMatchObject({ kind: "signed-in", notice: expect.stringContaining("no keychain") });
    expect(messages).toEqual(["the session is not stored: no keychain here"]);
    expect(await account.accessToken()).toBe("access 1");
    await account.signOut();
    expect(account.state).toEqual({ kind: "signed-out" });
  });

  it("signs out here first, then at the provider, then in the browser", async () => {
    await signIn();
    await account.signOut();
    expect(account.state).toEqual({ kind: "signed-out" });
    expect(store.stored).toBeUndefined();
    expect(provider.revoked).toEqual(["refresh 1"]);
    expect(provider.endedSessions).toEqual(["id 1"]);
    expect(await account.accessToken()).toBeUndefined();
    expect(timers).toEqual([]);
  });

  it("signs out without a network, and says that the provider does not know", async () => {
    await signIn();
    provider.revocation = { kind: "not-revoked", reason: "no network" };
    await account.signOut();
    expect(account.state).toEqual({ kind: "signed-out", notice: expect.stringContaining("could not be notified") });
    expect(store.stored).toBeUndefined();
    expect(provider.endedSessions).toEqual([]);
  });

  it("tells the person when the keychain cannot remove the session", async () => {
    await signIn();
    store.isAvailable = false;
    await account.signOut();
    expect(account.state).toEqual({
      kind: "signed-out",
      notice: expect.stringContaining("could not be removed from the keychain"),
    });
  });

  it("revokes a token that was renewed while the person signed out", async () => {
    await signIn();
    const late = Promise.withResolvers<RefreshOutcome>();
    provider.replies.push(() => late.promise);
    await passTime(240_000);
    await account.signOut();
    late.resolve(refreshed(2)());
    await settled();
    expect(account.state).toEqual({ kind: "signed-out" });
    expect(provider.revoked).toEqual(["refresh 1", "refresh 2"]);
    expect(store.stored).toBeUndefined();
    expect(timers).toEqual([]);
  });

  it("fetches nothing any more once it is closed", async () => {
    await signIn();
    account.close();
    expect(timers).toEqual([]);
  });
});

/** Lets every pending promise settle. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
