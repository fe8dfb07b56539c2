import type { AccountState, DesktopBridge } from "../../../preload/contract.ts";
import type { AccountChange, AccountPort, TokenResult } from "./session.contract.ts";

/** Signing in with the desktop: the main process holds the session and provides access tokens. */
export function createDesktopAccount(account: DesktopBridge["account"]): AccountPort {
  let listener: (change: AccountChange) => void = () => undefined;
  let known: AccountState = { kind: "starting" };
  const settled = new Promise<void>((resolve) => {
    account.onState((state) => {
      const before = known.kind;
      known = state;
      if (state.kind === "starting") return;
      resolve();
      if (state.kind === "signed-out" && before !== "starting") {
        listener({ kind: "signed-out", ...(state.notice === undefined ? {} : { notice: state.notice }) });
      } else if (state.kind === "signing-in" || (state.kind === "signed-in" && before !== "signed-in")) {
        listener({ kind: state.kind });
      }
    });
  });

  async function token(refused?: string): Promise<TokenResult> {
    await settled;
    const text = await account.accessToken(refused);
    if (text !== undefined && text !== refused) return { kind: "token", token: text };
    // The main process still provides a token that the station refuses: the station has ended the session.
    return known.kind === "signed-in" && text === undefined ? { kind: "unreachable" } : { kind: "anonymous" };
  }

  return {
    resume: () => token(),
    token,
    // The main process stores the tokens.
    heldToken: () => undefined,
    async signIn({ email, password }) {
      if (known.kind === "signed-in") await account.signOut();
      void account.signIn(email === undefined || password === undefined ? undefined : { email, password });
      return { kind: "under-way" };
    },
    signOut: () => account.signOut(),
    onChange(next) {
      listener = next;
    },
  };
}
