import { desktopTexts } from "../text/desktop-text.ts";

const texts = Object.fromEntries(Object.entries(desktopTexts).map(([language, { starting }]) => [language, starting]));

/**
 * The page that the window shows until the station answers: one document, as an address. It uses the bridge
 * like the console does, so a failed start can be read and tried again.
 */
const markup = `<!doctype html>
<html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Fieldstation</title>
<style>
  :root { color-scheme: light dark; --ground: #f4f6f8; --ink: #17212b; --quiet: #52606d; --line: #c3ccd5 }
  @media (prefers-color-scheme: dark) { :root { --ground: #10161c; --ink: #e6ecf1; --quiet: #9aa8b5; --line: #3a4854 } }
  body { margin: 0; height: 100vh; display: grid; place-content: center; justify-items: center; gap: 16px;
    background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; text-align: center }
  h1 { margin: 0; font-size: 28px; font-weight: 600 }
  p { margin: 0; max-width: 56ch; color: var(--quiet); white-space: pre-line }
  button { font: inherit; min-height: 44px; padding: 8px 24px; border: 1px solid var(--line); border-radius: 8px;
    background: transparent; color: inherit; cursor: pointer }
</style>
<h1>Fieldstation</h1>
<p role="status" data-testid="station-state"></p>
<button hidden></button>
<script>
  const texts = ${JSON.stringify(texts)};
  const language = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => tag in texts) ?? "en";
  const text = texts[language];
  document.documentElement.lang = language;
  const message = document.querySelector("p");
  const again = document.querySelector("button");
  message.textContent = text.starting;
  again.textContent = text.again;
  again.onclick = () => fieldstation.station.restart();
  fieldstation.station.onState((state) => {
    again.hidden = state.kind !== "failed";
    if (state.kind === "failed") message.textContent = text.failed + "\\n" + state.message;
    else if (state.kind === "stopping") message.textContent = text.stopping;
    else message.textContent = text.starting;
  });
</script>
</html>`;

export const startingPage = `data:text/html;charset=utf-8;base64,${Buffer.from(markup).toString("base64")}`;
