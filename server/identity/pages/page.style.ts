import type { Mode } from "../../contracts/modes.ts";

/** The colours of the console: those of `src/renderer/src/ui/tokens.css` that these pages need. */
export const PALETTES = {
  day: {
    ground: "#eef1f4",
    surface: "#ffffff",
    text: "#0e141c",
    "text-muted": "#485563",
    line: "#d3dae2",
    "line-strong": "#818d9b",
    accent: "#0b4fd1",
    "accent-hover": "#083fa8",
    "on-accent": "#ffffff",
    hover: "#e9eef5",
    danger: "#b3122b",
    "danger-soft": "#fde8ea",
    "on-danger-soft": "#8d0e22",
    rail: "#0f1c2e",
    "rail-mark": "#ffb066",
    shadow: "0 1px 2px rgb(15 28 46 / 12%), 0 6px 20px rgb(15 28 46 / 14%)",
  },
  night: {
    ground: "#0b0e12",
    surface: "#11161b",
    text: "#ece6dd",
    "text-muted": "#a7adb4",
    line: "#273039",
    "line-strong": "#66717c",
    accent: "#ffb066",
    "accent-hover": "#ffc48c",
    "on-accent": "#1f1103",
    hover: "#1d242c",
    danger: "#ff8078",
    "danger-soft": "#3a1815",
    "on-danger-soft": "#ffb3ad",
    rail: "#080a0d",
    "rail-mark": "#ffb066",
    shadow: "0 1px 2px rgb(0 0 0 / 50%), 0 8px 24px rgb(0 0 0 / 50%)",
  },
  red: {
    ground: "#050000",
    surface: "#0c0000",
    text: "#ff5848",
    "text-muted": "#f23324",
    line: "#3a0806",
    "line-strong": "#ba2a1f",
    accent: "#ff5848",
    "accent-hover": "#ff6d5d",
    "on-accent": "#120000",
    hover: "#1c0302",
    danger: "#ff7867",
    "danger-soft": "#360705",
    "on-danger-soft": "#ff7867",
    rail: "#030000",
    "rail-mark": "#ff5848",
    shadow: "0 0 0 1px #3a0806",
  },
} as const satisfies Readonly<Record<Mode, Readonly<Record<string, string>>>>;

const coloursOf = (mode: Mode): string =>
  Object.entries(PALETTES[mode])
    .map(([name, value]) => `--${name}: ${value};`)
    .join(" ");

/** Inline style with the colours of the console, because sign-in pages load no other resources. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --on-rail: #ece6dd; ${coloursOf("day")} }
@media (prefers-color-scheme: dark) { :root:not([data-mode]) { ${coloursOf("night")} } }
:root[data-mode="day"] { color-scheme: light; }
:root[data-mode="night"] { color-scheme: dark; ${coloursOf("night")} }
:root[data-mode="red"] { color-scheme: dark; --on-rail: #ff5848; ${coloursOf("red")}
  scrollbar-color: var(--line-strong) var(--ground); }
:root[data-mode="red"] ::selection { background: var(--accent); color: var(--on-accent); }
:root[data-mode="red"] input:autofill { box-shadow: inset 0 0 0 44px var(--surface);
  -webkit-text-fill-color: var(--text); }
:root[data-mode="red"] input[type="checkbox"] { filter: url("#only-red-marks"); }
:root[data-mode="red"] .qr { background: var(--text); }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
header { display: flex; align-items: center; gap: .75rem; padding: .6rem 1.25rem; background: var(--rail); color: var(--on-rail);
  font-weight: 600; }
header svg { color: var(--rail-mark); }
main { width: 100%; max-width: 27rem; margin: auto; padding: 1.5rem 1rem 3rem; }
.card { padding: 1.75rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface);
  box-shadow: var(--shadow); }
h1 { margin: 0 0 .35rem; font-size: 1.45rem; line-height: 1.25; letter-spacing: -.01em; }
p, ul { margin: 0 0 1rem; text-wrap: pretty; } .muted { color: var(--text-muted); } .small { font-size: .875rem; }
ul { padding-left: 1.2rem; } li { margin: .3rem 0; } a { color: var(--accent); }
form { margin: 1rem 0 0; } form + form, form + .button { margin-top: .75rem; } .field { margin: 0 0 1rem; }
label { display: block; margin-bottom: .3rem; font-size: .9rem; font-weight: 600; }
input[type="email"], input[type="password"], input[type="text"] { width: 100%; min-height: 44px; padding: 0 .7rem;
  border: 1px solid var(--line-strong); border-radius: 7px; background: var(--surface); color: inherit; font: inherit; }
input[aria-invalid="true"] { border-color: var(--danger); border-width: 2px; }
.check { display: flex; align-items: center; gap: .6rem; min-height: 44px; font-size: 1rem; font-weight: 400; }
.check input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 44px; padding: 0 1rem;
  border: 1px solid var(--line-strong); border-radius: 7px; background: var(--surface); color: inherit; font: inherit;
  font-weight: 600; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--hover); }
button.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { padding: .7rem .9rem; border-radius: 7px; background: var(--danger-soft); color: var(--on-danger-soft); }
.code { margin: 1rem 0; font: 600 1.6rem/1.4 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
  letter-spacing: .08em; text-align: center; }
.code-input { text-align: center; text-transform: uppercase; letter-spacing: .12em; }
.qr { display: block; width: 220px; max-width: 100%; margin: 1rem auto; background: #fff; border-radius: 7px; }
.secret { overflow-wrap: anywhere; font: 600 1rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(11.5rem, 1fr)); gap: .3rem 1rem; padding: 0;
  list-style: none; font: 600 .95rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; }
.codes li { margin: 0; }
[hidden] { display: none; } .filters { position: absolute; }
strong, .wrap { overflow-wrap: anywhere; }
`;
