import { type Language, LANGUAGES } from "../../text/languages.ts";
import { type DesktopText, desktopTexts } from "../text/desktop-text.ts";

const style = `
  :root { color-scheme: light dark; --ground: #f4f6f8; --ink: #17212b; --quiet: #52606d; --line: #818d9b }
  @media (prefers-color-scheme: dark) { :root { --ground: #10161c; --ink: #e6ecf1; --quiet: #9aa8b5; --line: #66717c } }
  :root[data-mode="red"] { color-scheme: dark; --ground: #050000; --ink: #ff5848; --quiet: #f23324; --line: #ba2a1f }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 16px; padding: 24px;
    box-sizing: border-box; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
    text-align: center }
  h1 { margin: 0; font-size: 28px; font-weight: 600 }
  p { margin: 0; max-width: 56ch; color: var(--quiet); white-space: pre-line; overflow-wrap: anywhere }
  p.is-failed { color: var(--ink) }
  strong { font-weight: 600 }
  code { font: 14px/1.5 ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace }
  button { font: inherit; min-height: 44px; padding: 8px 24px; border: 1px solid var(--line); border-radius: 8px;
    background: transparent; color: inherit; cursor: pointer }
  button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }`;

/** One document. It uses the bridge like the console does, so a failed start can be read and tried again. */
function markup(language: Language, isRed: boolean, text: DesktopText["starting"]): string {
  return `<!doctype html>
<html lang="${language}"${isRed ? ' data-mode="red"' : ""}>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Fieldstation</title>
<style>${style}</style>
<main style="display: contents">
<h1>Fieldstation</h1>
<p role="status" data-testid="station-state">${text.starting}</p>
<button hidden>${text.again}</button>
</main>
<script>
  const text = ${JSON.stringify(text)};
  const message = document.querySelector("p");
  const again = document.querySelector("button");
  again.onclick = () => fieldstation.station.restart();
  const element = (name, content) => Object.assign(document.createElement(name), { textContent: content });
  // Commands stand between backticks.
  const withCommands = (reason) => reason.split("\`").map((part, at) => (at % 2 === 1 ? element("code", part) : part));
  fieldstation.station.onState((state) => {
    const isFailed = state.kind === "failed";
    message.classList.toggle("is-failed", isFailed);
    if (isFailed) message.replaceChildren(element("strong", text.failed), "\\n", ...withCommands(state.message));
    else message.textContent = text[state.waitsFor] ?? text[state.kind] ?? text.starting;
    if (again.hidden && isFailed) {
      again.hidden = false;
      again.focus();
    }
    again.hidden = !isFailed;
  });
</script>
</html>`;
}

function toAddress(document: string): string {
  return `data:text/html;charset=utf-8;base64,${Buffer.from(document).toString("base64")}`;
}

const pages = new Map(
  LANGUAGES.flatMap((language) =>
    [false, true].map((isRed) => {
      const page = toAddress(markup(language, isRed, desktopTexts[language].starting));
      return [keyOf(language, isRed), page] as const;
    }),
  ),
);
const addresses: ReadonlySet<string> = new Set(pages.values());

function keyOf(language: Language, isRed: boolean): string {
  return `${language} ${isRed ? "red" : "day or night"}`;
}

/**
 * The page that the window shows until the station answers, as an address: by day and night it follows
 * `prefers-color-scheme`, which has no red.
 */
export function startingPage(language: Language, isRed: boolean): string {
  const page = pages.get(keyOf(language, isRed));
  if (page === undefined) throw new Error(`there is no starting page in ${language}`);
  return page;
}

/** Whether an address is, character by character, one of these pages. */
export function isStartingPage(address: string): boolean {
  return addresses.has(address);
}
