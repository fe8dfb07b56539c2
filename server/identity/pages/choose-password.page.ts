import { html } from "./html.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

export type ChoosePasswordProblem = "missing" | "long" | "differs" | "same";

const PROBLEMS: Readonly<Record<ChoosePasswordProblem, string>> = {
  missing: "Enter a password.",
  long: "A password has at most 128 characters.",
  differs: "The two passwords differ.",
  same: "Choose another one than you were given.",
};

/** Asks the user for a new password to replace a temporary one. */
export function choosePasswordPage(options: {
  readonly action: string;
  /** Hidden fields: proof that the form comes from this station, and the user who has just signed in. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly problem: ChoosePasswordProblem | undefined;
  readonly formActions: readonly (string | undefined)[];
}): Page {
  const { action, hidden, problem } = options;
  const described = problem === undefined ? undefined : html` aria-describedby="problem" aria-invalid="true"`;
  const field = (name: string, label: string, extra: ReturnType<typeof html> | undefined) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="password" autocomplete="new-password" required ${described} ${extra} />
    </div>`;
  return {
    title: problem === undefined ? "Choose a password" : "Choose a password: not chosen yet",
    formActions: options.formActions,
    content: html`<h1>Choose a password</h1>
      <p class="muted">
        The one you signed in with was made for you by an administrator and is good for this once. Twelve characters or
        more are hard to guess.
      </p>
      ${problem === undefined ? undefined : html`<p class="error" id="problem" role="alert">${PROBLEMS[problem]}</p>`}
      <form method="post" action="${action}">
        ${hiddenFields(hidden)} ${field("new-password", "New password", html` autofocus`)}
        ${field("repeat", "New password once more", undefined)}
        <button class="primary" type="submit">Go on</button>
      </form>`,
  };
}
