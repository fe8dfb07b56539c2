import { html } from "./html.ts";
import type { PageText } from "./page-text.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

export type ChoosePasswordProblem = "missing" | "long" | "differs" | "same";

/** Asks the user for a new password to replace a temporary one. */
export function choosePasswordPage(options: {
  readonly text: PageText;
  readonly action: string;
  /** Hidden fields: proof that the form comes from this station, and the user who has just signed in. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly problem: ChoosePasswordProblem | undefined;
  readonly formActions: readonly (string | undefined)[];
}): Page {
  const { action, hidden, problem } = options;
  const { choosePassword, language } = options.text;
  const described = problem === undefined ? undefined : html` aria-describedby="problem" aria-invalid="true"`;
  const field = (name: string, label: string, extra: ReturnType<typeof html> | undefined) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="password" autocomplete="new-password" required ${described} ${extra} />
    </div>`;
  return {
    language,
    title: problem === undefined ? choosePassword.title : choosePassword.titleProblem,
    formActions: options.formActions,
    content: html`<h1>${choosePassword.title}</h1>
      <p class="muted">${choosePassword.text}</p>
      ${problem === undefined ? undefined : html`<p class="error" id="problem" role="alert">${choosePassword[problem]}</p>`}
      <form method="post" action="${action}">
        ${hiddenFields(hidden)} ${field("new-password", choosePassword.password, html` autofocus`)}
        ${field("repeat", choosePassword.repeat, undefined)}
        <button class="primary" type="submit">${choosePassword.submit}</button>
      </form>`,
  };
}
