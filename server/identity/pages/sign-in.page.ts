import { html } from "./html.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

export type SignInProblem = "refused" | "limited" | "incomplete";

const PROBLEMS: Readonly<Record<SignInProblem, (retryAfterS: number) => string>> = {
  // The same sentence for a wrong address and for a wrong password.
  refused: () => "The e-mail address or the password is not right.",
  incomplete: () => "Enter your e-mail address and your password.",
  limited: (retryAfterS) =>
    `Too many attempts. Try again in ${retryAfterS < 90 ? `${retryAfterS} seconds` : `${Math.ceil(retryAfterS / 60)} minutes`}.`,
};

/** The sign-in form. `token` proves that the form comes from this station. */
export function signInPage(options: {
  readonly action: string;
  readonly token: string;
  readonly clientName: string;
  readonly email?: string;
  readonly problem?: SignInProblem;
  readonly retryAfterS?: number;
  readonly formActions: readonly (string | undefined)[];
}): Page {
  const { action, token, clientName, email = "", problem } = options;
  const described = problem === undefined ? undefined : html` aria-describedby="problem" aria-invalid="true"`;
  // Focus the field to fill in next.
  const focus = html` autofocus`;
  return {
    title: problem === undefined ? "Sign in" : "Sign in: not signed in yet",
    formActions: options.formActions,
    content: html`<h1>Sign in</h1>
      <p class="muted">to continue to <strong>${clientName}</strong></p>
      ${
        problem === undefined
          ? undefined
          : html`<p class="error" id="problem" role="alert">${PROBLEMS[problem](options.retryAfterS ?? 0)}</p>`
      }
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token, action: "sign-in" })}
        <div class="field">
          <label for="email">E-mail address</label>
          <input
            id="email"
            name="email"
            type="email"
            value="${email}"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            maxlength="254"
            required
            ${described}
            ${email === "" ? focus : undefined}
          />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${described}
            ${email === "" ? undefined : focus}
          />
        </div>
        <div class="field">
          <label class="check" for="remember"
            ><input id="remember" name="remember" type="checkbox" value="yes" /> Keep me signed in on this
            computer</label
          >
        </div>
        <button class="primary" type="submit">Sign in</button>
      </form>
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token })}
        <button type="submit" name="action" value="cancel">Cancel</button>
      </form>`,
  };
}
