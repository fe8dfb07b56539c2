import { html } from "./html.ts";
import { formatWait, type PageText } from "./page-text.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

export type SignInProblem = "refused" | "limited" | "incomplete";

/** The sign-in form. `token` proves that the form comes from this station. */
export function signInPage(options: {
  readonly text: PageText;
  readonly action: string;
  readonly token: string;
  readonly clientName: string;
  readonly email?: string;
  readonly problem?: SignInProblem;
  readonly retryAfterS?: number;
  readonly formActions: readonly (string | undefined)[];
}): Page {
  const { action, token, clientName, email = "", problem } = options;
  const { signIn, language } = options.text;
  const described = problem === undefined ? undefined : html` aria-describedby="problem" aria-invalid="true"`;
  const sentence = problem === undefined ? undefined : problemText(options.text, problem, options.retryAfterS ?? 0);
  const alert = sentence && html`<p class="error" id="problem" role="alert">${sentence}</p>`;
  // Focus the field to fill in next.
  const focus = html` autofocus`;
  return {
    language,
    title: problem === undefined ? signIn.title : signIn.titleProblem,
    formActions: options.formActions,
    content: html`<h1>${signIn.title}</h1>
      <p class="muted">${signIn.to(clientName)}</p>
      ${alert}
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token, action: "sign-in" })}
        <div class="field">
          <label for="email">${signIn.email}</label>
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
          <label for="password">${signIn.password}</label>
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
            ><input id="remember" name="remember" type="checkbox" value="yes" /> ${signIn.remember}</label
          >
        </div>
        <button class="primary" type="submit">${signIn.submit}</button>
      </form>
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token })}
        <button type="submit" name="action" value="cancel">${signIn.cancel}</button>
      </form>`,
  };
}

function problemText(text: PageText, problem: SignInProblem, retryAfterS: number): string {
  return problem === "limited" ? text.signIn.limited(formatWait(text, retryAfterS)) : text.signIn[problem];
}
