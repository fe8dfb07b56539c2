import type { TextKey } from "../../text/index.ts";

/** The pages of the rail, in its order, and the keys that open them. */
const PAGES = [
  { page: "live", key: "l" },
  { page: "alerts", key: "e" },
  { page: "log", key: "g" },
  { page: "flights", key: "f" },
  { page: "aircraft", key: "c" },
  { page: "devices", key: "d" },
  { page: "sources", key: "s" },
  { page: "outputs", key: "o", audience: "administrator" },
  { page: "sync", key: "y" },
  { page: "settings", key: "t" },
  { page: "administration", key: undefined, audience: "administrator" },
] as const;
export type PageName = (typeof PAGES)[number]["page"];

/** The pages that the rail shows to this person. */
export function pagesFor(isAdministrator: boolean): readonly PageName[] {
  return PAGES.filter((one) => isAdministrator || !("audience" in one)).map(({ page }) => page);
}

export const ACTIONS = [
  "find",
  "shortcuts",
  "help",
  "undo",
  "acknowledge",
  "plan",
  "import",
  "replay",
  "backToLive",
  "measure",
  "fit",
  "export",
  "night",
  "setUp",
  "newAlertRule",
  "firstSteps",
  "moveList",
  "moveCard",
  "moveTimeline",
  "foldList",
  "foldCard",
  "foldTimeline",
  "usualLayout",
] as const;
export type ActionName = (typeof ACTIONS)[number];

/** Fields that take text undo their own changes with it. */
const UNDO_KEY = "Ctrl+Z";

/** The keys of the actions; those with `Ctrl+` work everywhere but that of undo, the others only where nobody types. */
const ACTION_KEYS: Readonly<Partial<Record<ActionName, readonly string[]>>> = {
  find: ["Ctrl+K", "/"],
  shortcuts: ["?"],
  help: ["F1"],
  undo: [UNDO_KEY],
  acknowledge: ["a"],
  plan: ["p"],
  import: ["i"],
  replay: ["r"],
  backToLive: ["b"],
  measure: ["m"],
  fit: ["z"],
  export: ["x"],
  night: ["n"],
};

/** An action of the console that can be started by a key or by its name. */
export interface Command {
  readonly id: string;
  readonly does: { readonly page: PageName } | { readonly action: ActionName };
  readonly label: TextKey;
  readonly keys: readonly string[];
}

/** The only table of commands and their keys: it binds them, and the list of shortcuts and the search show it. */
export const COMMANDS: readonly Command[] = [
  ...ACTIONS.map((action): Command => ({
    id: action,
    does: { action },
    label: `commands.${action}`,
    keys: ACTION_KEYS[action] ?? [],
  })),
  ...PAGES.map(({ page, key }): Command => ({
    id: `page-${page}`,
    does: { page },
    label: `nav.${page}`,
    keys: key === undefined ? [] : [key],
  })),
];

/** The commands of this person: without the pages that the rail does not show. */
export function commandsFor(isAdministrator: boolean): readonly Command[] {
  const pages = pagesFor(isAdministrator);
  return COMMANDS.filter(({ does }) => !("page" in does) || pages.includes(does.page));
}

/** The properties of a key press that identify a command. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

/** Where the key was pressed. */
export interface KeyPlace {
  /** In a field that takes text, or in a menu that goes to an entry by its first letter. */
  readonly isTyping: boolean;
  /** WCAG 2.1.4: single keys can be switched off. */
  readonly areSingleKeysOn: boolean;
}

const FUNCTION_KEY = /^F\d+$/;

/** The command of a key press; undefined where it means something else. */
export function commandOf(press: KeyPress, place: KeyPlace, commands = COMMANDS): Command | undefined {
  if (press.repeat || press.isComposing || press.altKey) return undefined;
  const isCtrl = press.ctrlKey || press.metaKey;
  // A function key types no character: it also works in text fields, and WCAG 2.1.4 requires no switch for it.
  const isFunctionKey = FUNCTION_KEY.test(press.key);
  if (!isCtrl && !isFunctionKey && (place.isTyping || !place.areSingleKeysOn)) return undefined;
  const isLetter = /^\p{L}$/u.test(press.key);
  // `?` and `/` need Shift on many keyboards; a letter with it is another key. Caps Lock is no Shift.
  if (press.shiftKey && (isLetter || isCtrl)) return undefined;
  const wanted = isCtrl ? `Ctrl+${press.key.toUpperCase()}` : isLetter ? press.key.toLowerCase() : press.key;
  if (wanted === UNDO_KEY && place.isTyping) return undefined;
  return commands.find(({ keys }) => keys.includes(wanted));
}

/** What is open over the page. */
export type PageCover = "dialog" | "menu" | undefined;

/** Only one dialog at a time, and nothing behind it; but the help opens over a dialog, and leaves what was typed. */
export function canRunUnder(cover: PageCover, { id }: Command): boolean {
  return cover === undefined || (cover === "dialog" && id === "help");
}

/** Whether the browser has a use for the key of a command, such as its own help or search. */
export function isBrowserKey({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return ctrlKey || metaKey || FUNCTION_KEY.test(key);
}

const TEXTLESS_INPUTS = ["button", "checkbox", "radio", "range", "submit"];

/** Whether the focused element uses letter keys itself. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TEXTLESS_INPUTS.includes(target.type);
  return target.closest("textarea, select, [contenteditable], [role=menu], [role=combobox]") !== null;
}
