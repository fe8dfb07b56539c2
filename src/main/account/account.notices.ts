import type { SignInOutcome } from "./account.tokens.ts";

/** What the person reads about the sign-in, in one place. */

export const sessionEndedNotice = "The session has ended. Sign in again.";

export const providerNotNotifiedNotice =
  "Signed out on this computer. The identity provider could not be told; the session ends there by itself.";

export const keychainNotClearedNotice =
  "Signed out, but the keychain of this computer did not let go of the session. Remove the entry “Fieldstation” there.";

export function noKeychainNotice(platform: NodeJS.Platform): string {
  const remedy =
    platform === "linux"
      ? " With GNOME Keyring or KWallet installed and unlocked, Fieldstation would remember it."
      : "";
  return `This computer offers no keychain, so you stay signed in only until Fieldstation is closed.${remedy}`;
}

/** Why nobody is signed in after a sign-in; nothing to say where the person called it off. */
export function findSignInFailureNotice(end: Exclude<SignInOutcome["kind"], "signed-in">): string | undefined {
  switch (end) {
    case "cancelled":
      return undefined;
    case "refused":
      return "The sign-in was refused or called off in the browser.";
    case "timed-out":
      return "Nobody finished signing in, so it was called off. Try again.";
    case "no-browser":
      return "No browser could be opened for the sign-in.";
    case "unreachable":
      return "The identity provider is out of reach. Try again when there is a connection.";
    case "untrusted":
      return "The answer to the sign-in could not be trusted, so it was not used. Try again.";
  }
}
