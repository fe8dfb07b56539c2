import { html } from "./html.ts";
import type { Page } from "./page.ts";

/** Shows what went wrong. `code` and `detail` are for the developers of the application (RFC 6749, 4.1.2.1). */
export function errorPage(options: {
  readonly title: string;
  readonly text: string;
  readonly code?: string;
  readonly detail?: string | undefined;
  readonly home: string;
}): Page {
  const { title, text, code, detail } = options;
  return {
    title,
    content: html`<h1>${title}</h1>
      <p>${text}</p>
      ${
        code === undefined
          ? undefined
          : html`<p class="small muted wrap">
              For whoever looks after the application: ${code}${detail === undefined ? "" : `, ${detail}`}
            </p>`
      }
      <a class="button" href="${options.home}">To the console</a>`,
  };
}
