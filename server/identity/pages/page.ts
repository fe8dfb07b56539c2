import { createHash } from "node:crypto";
import type { Mode } from "../../contracts/modes.ts";
import { html } from "./html.ts";
import type { Html } from "./html.ts";
import { PAGE_STYLE } from "./page.style.ts";

/** One page of the provider. */
export type Page = {
  readonly title: string;
  /** The language of its sentences. */
  readonly language: string;
  readonly content: Html;
  /** Additional `form-action` sources for the content security policy of the page. */
  readonly formActions?: readonly (string | undefined)[];
  /**
   * The script of the only page that needs one; its hash is in the content security policy. It never contains input
   * from outside.
   */
  readonly script?: string | undefined;
};

/** Not part of the template, because the content security policy has a hash of its exact content. */
const STYLE_ELEMENT: Html = { markup: `<style>${PAGE_STYLE}</style>` };
const STYLE_HASH = createHash("sha256").update(PAGE_STYLE).digest("base64");

/** What the browser draws itself, in red: the filter of the same name in the console's RedFilters.vue. */
const RED_FILTER = html`<svg width="0" height="0" aria-hidden="true" class="filters">
  <filter id="only-red-marks" color-interpolation-filters="sRGB">
    <feColorMatrix values="1 0.45 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 1 0" />
  </filter>
</svg>`;

/**
 * Renders a complete document; everything that is not our own markup is escaped. Without a mode it follows the system.
 */
export function renderPage({ title, language, content, script }: Page, mode?: Mode): string {
  return `<!doctype html>\n${
    html`<html lang="${language}" ${mode === undefined ? undefined : html`data-mode="${mode}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${mode === undefined ? "light dark" : mode === "day" ? "light" : "dark"}" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <title>${title} – Fieldstation</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header>
          <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
            <path
              fill="none"
              stroke="currentColor"
              stroke-width="2.2"
              stroke-linecap="round"
              d="M7.5 20.5a12 12 0 0 1 0-11M24.5 20.5a12 12 0 0 0 0-11M12 18a6 6 0 0 1 0-6M20 18a6 6 0 0 0 0-6M16 17v10"
            />
            <circle fill="currentColor" cx="16" cy="15" r="2.4" />
          </svg>
          <span>Fieldstation</span>
        </header>
        <main>
          <div class="card">${content}</div>
        </main>
        ${mode === "red" ? RED_FILTER : undefined}
        ${script === undefined ? undefined : { markup: `<script>${script}</script>` }}
      </body>
    </html>`.markup
  }\n`;
}

/** Headers of every page of the provider: no loading of resources, framing, caching or referrers. */
export function pageHeaders(
  formActions: readonly (string | undefined)[] = [],
  script?: string,
): Readonly<Record<string, string>> {
  const actions = ["'self'", ...new Set(formActions.filter((source) => source !== undefined))];
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      ...(script === undefined ? [] : [`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`]),
      "img-src 'self'",
      `form-action ${actions.join(" ")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}

/** Hidden fields of a form. */
export function hiddenFields(fields: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
