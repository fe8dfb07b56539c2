import type { AccountState, Person, Unsubscribe } from "../../preload/contract.ts";
import { noKeychainNotice } from "./account.notices.ts";

/** The account state that the window shows, and its listeners. */
export interface AccountStatePublisher {
  readonly current: AccountState;
  onState(listener: (state: AccountState) => void): Unsubscribe;
  publishSigningIn(): void;
  /** `notice` is a sentence for the person. */
  publishSignedOut(notice?: string): void;
  publishSignedIn(session: { readonly person: Person; readonly isOnline: boolean; readonly isStored: boolean }): void;
}

export function createAccountState(): AccountStatePublisher {
  const listeners = new Set<(state: AccountState) => void>();
  let current: AccountState = { kind: "starting" };

  function publish(next: AccountState): void {
    current = next;
    for (const listener of listeners) listener(next);
  }

  return {
    get current() {
      return current;
    },
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publishSigningIn: () => publish({ kind: "signing-in" }),
    publishSignedOut: (notice) => publish({ kind: "signed-out", ...(notice === undefined ? {} : { notice }) }),
    publishSignedIn({ person, isOnline, isStored }) {
      const notice = isStored ? {} : { notice: noKeychainNotice(process.platform) };
      const next: AccountState = { kind: "signed-in", person, isOnline, ...notice };
      // A background renewal changes nothing that the window shows.
      if (JSON.stringify(next) !== JSON.stringify(current)) publish(next);
    },
  };
}
