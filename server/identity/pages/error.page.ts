import { html } from "./html.ts";
import type { PageText } from "./page-text.ts";
import type { Page } from "./page.ts";

/** Shows what went wrong. `code` and `detail` are for the developers of the application (RFC 6749, 4.1.2.1). */
export function errorPage(options: {
  readonly text: PageText;
  readonly title: string;
  readonly explanation: string;
  readonly code?: string;
  readonly detail?: string | undefined;
  readonly home: string;
}): Page {
  const { title, explanation, code, detail, text } = options;
  return {
    title,
    language: text.language,
    content: html`<h1>${title}</h1>
      <p>${explanation}</p>
      ${
        code === undefined
          ? undefined
          : html`<p class="small muted wrap">
              ${text.errors.details} ${code}${detail === undefined ? "" : `, ${detail}`}
            </p>`
      }
      <a class="button" href="${options.home}">${text.toConsole}</a>`,
  };
}
