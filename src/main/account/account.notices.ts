import { desktopText } from "../text/desktop-text.ts";
import type { SignInOutcome } from "./account.tokens.ts";

/** The notices about the sign-in, in the language of the console. */

export const sessionEndedNotice = (): string => desktopText().account.sessionEnded;
export const providerNotNotifiedNotice = (): string => desktopText().account.providerNotNotified;
export const keychainNotClearedNotice = (): string => desktopText().account.keychainNotCleared;

export function noKeychainNotice(platform: NodeJS.Platform): string {
  const { noKeychain, noKeychainLinux } = desktopText().account;
  return platform === "linux" ? `${noKeychain} ${noKeychainLinux}` : noKeychain;
}

/** Why a sign-in failed; undefined if the person cancelled it. */
export function findSignInFailureNotice(end: Exclude<SignInOutcome["kind"], "signed-in">): string | undefined {
  const { account } = desktopText();
  switch (end) {
    case "cancelled":
      return undefined;
    case "refused":
      return account.refused;
    case "timed-out":
      return account.timedOut;
    case "no-browser":
      return account.noBrowser;
    case "unreachable":
      return account.unreachable;
    case "untrusted":
      return account.untrusted;
  }
}
