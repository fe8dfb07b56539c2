import { currentDesktopLanguage, type DesktopText, desktopText } from "../text/desktop-text.ts";

/** The last page that the person's browser shows in a sign-in. */
export type RedirectPage = keyof DesktopText["redirect"];

const style = `
:root { color-scheme: light dark; --ground: #f4f6f8; --ink: #17212b; --quiet: #52606d }
@media (prefers-color-scheme: dark) { :root { --ground: #10161c; --ink: #e6ecf1; --quiet: #9aa8b5 } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 12px; padding: 16px; text-align: center;
  background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 28px; font-weight: 600 } p { margin: 0; max-width: 48ch; color: var(--quiet) }`;

/** The page and its policy, which allows only its own style. */
export function redirectPage(page: RedirectPage): { readonly markup: string; readonly policy: string } {
  const [title, text] = desktopText().redirect[page];
  return {
    markup: `<!doctype html>
<html lang="${currentDesktopLanguage()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Fieldstation</title>
<style>${style}</style>
<main><h1>${title}</h1><p>${text}</p></main>
</html>`,
    policy:
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
}
