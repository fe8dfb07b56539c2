import { html } from "./html.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

type FormOptions = {
  readonly action: string;
  readonly token: string;
  readonly formActions: readonly (string | undefined)[];
};

/** Asks before signing out, because following a link must not sign the user out. */
export function signOutPage(options: FormOptions & { readonly home: string }): Page {
  return {
    title: "Sign out?",
    formActions: options.formActions,
    content: html`<h1>Sign out?</h1>
      <p class="muted">This browser will be signed out of the station.</p>
      <form method="post" action="${options.action}">
        ${hiddenFields({ xsrf: options.token, logout: "yes" })}
        <button class="primary" type="submit">Sign out</button>
      </form>
      <a class="button" href="${options.home}">Stay signed in</a>`,
  };
}

/** The browser has no session to end; the button continues to the application. */
export function alreadySignedOutPage(options: FormOptions): Page {
  return {
    title: "Signed out",
    formActions: options.formActions,
    content: html`<h1>Signed out</h1>
      <p class="muted">This browser is not signed in.</p>
      <form method="post" action="${options.action}">
        ${hiddenFields({ xsrf: options.token, logout: "yes" })}
        <button class="primary" type="submit">Continue</button>
      </form>`,
  };
}

/** Another user was signed in to this browser before the one who has just signed in. */
export function otherAccountPage(options: FormOptions): Page {
  return {
    title: "Change the account?",
    formActions: options.formActions,
    content: html`<h1>Change the account?</h1>
      <p>Another account is signed in in this browser. It will be signed out.</p>
      <form method="post" action="${options.action}">
        ${hiddenFields({ xsrf: options.token, logout: "yes" })}
        <button class="primary" type="submit">Continue</button>
      </form>`,
  };
}

export function signedOutPage(home: string): Page {
  return {
    title: "Signed out",
    content: html`<h1>Signed out</h1>
      <p class="muted">This browser is signed out of the station.</p>
      <a class="button" href="${home}">To the console</a>`,
  };
}
