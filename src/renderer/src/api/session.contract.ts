/** A token for the API, or why there is none. `anonymous`: nobody is signed in, or the session has ended. */
export type TokenResult =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "anonymous" }
  | { readonly kind: "unreachable" };

export interface SignInRequest {
  readonly email?: string;
  /** Given if the person has just typed them: the sign-in page then does not ask again. */
  readonly password?: string;
  /** Where the console goes afterwards, as the part of the address behind `#`. */
  readonly returnTo?: string;
  /** Signs in in a new window and leaves this page as it is, with everything typed in it. */
  readonly isInNewWindow?: boolean;
}

export type SignInResult = { readonly kind: "under-way" } | { readonly kind: "failed"; readonly reason: SignInFailure };
export type SignInFailure = "unreachable" | "blocked" | "insecure";

/** How a person signs in here: through the browser's own pages, or through the desktop. */
export interface AccountPort {
  /** Restores a session: by the code in the address, the provider's cookie, or the desktop's keychain. */
  readonly resume: () => Promise<TokenResult>;
  /** A token that is valid for at least some seconds. If `refused` is given, a different token. */
  readonly token: (refused?: string) => Promise<TokenResult>;
  /** The same without a request: undefined if there is no such token in memory. */
  readonly heldToken: () => string | undefined;
  readonly signIn: (signInRequest: SignInRequest) => Promise<SignInResult>;
  readonly signOut: () => Promise<void>;
  /** Calls back when somebody has signed in or out elsewhere: another tab, the desktop's browser. */
  readonly onChange: (listener: (change: AccountChange) => void) => void;
}

export type AccountChange =
  | { readonly kind: "signed-in" }
  | { readonly kind: "signing-in" }
  | { readonly kind: "signed-out"; readonly notice?: string };

/** Whether somebody may use the station from here, as the pages should show it. */
export type SessionState =
  | { readonly kind: "starting" }
  /** The station trusts this computer: nobody has to sign in, and nobody has. */
  | { readonly kind: "local"; readonly hasAccounts: boolean }
  | { readonly kind: "signed-in" }
  /** The person is at the sign-in page, in another window. */
  | { readonly kind: "signing-in" }
  | { readonly kind: "signed-out"; readonly hasAccounts: boolean; readonly notice?: string };
