import { html } from "./html.ts";
import type { PageText } from "./page-text.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

type FormOptions = {
  readonly text: PageText;
  readonly action: string;
  readonly token: string;
  readonly formActions: readonly (string | undefined)[];
};

/** Asks for a confirmation, because following a link must not sign the user out. */
export function signOutPage(options: FormOptions & { readonly home: string }): Page {
  const { signOut, language } = options.text;
  return {
    language,
    title: signOut.title,
    formActions: options.formActions,
    content: html`<h1>${signOut.title}</h1>
      <p class="muted">${signOut.text}</p>
      <form method="post" action="${options.action}">
        ${hiddenFields({ xsrf: options.token, logout: "yes" })}
        <button class="primary" type="submit">${signOut.submit}</button>
      </form>
      <a class="button" href="${options.home}">${signOut.stay}</a>`,
  };
}

/** The browser has no session to end; the button continues to the application. */
export function alreadySignedOutPage(options: FormOptions): Page {
  const { signOut, language, goOn } = options.text;
  return {
    language,
    title: signOut.done,
    formActions: options.formActions,
    content: html`<h1>${signOut.done}</h1>
      <p class="muted">${signOut.already}</p>
      <form method="post" action="${options.action}">
        ${hiddenFields({ xsrf: options.token, logout: "yes" })}
        <button class="primary" type="submit">${goOn}</button>
      </form>`,
  };
}

/** Another user was signed in to this browser before the one who has just signed in. */
export function otherAccountPage(options: FormOptions): Page {
  const { signOut, language, goOn } = options.text;
  return {
    language,
    title: signOut.otherTitle,
    formActions: options.formActions,
    content: html`<h1>${signOut.otherTitle}</h1>
      <p>${signOut.otherText}</p>
      <form method="post" action="${options.action}">
        ${hiddenFields({ xsrf: options.token, logout: "yes" })}
        <button class="primary" type="submit">${goOn}</button>
      </form>`,
  };
}

export function signedOutPage(home: string, { signOut, language, toConsole }: PageText): Page {
  return {
    language,
    title: signOut.done,
    content: html`<h1>${signOut.done}</h1>
      <p class="muted">${signOut.doneText}</p>
      <a class="button" href="${home}">${toConsole}</a>`,
  };
}
