/** A click on the element, unless it says something else. */
export type Step =
  | string
  /** A key, as Playwright names it. */
  | { readonly press: string }
  | { readonly fill: string; readonly text: string }
  | { readonly select: string; readonly option: string }
  | { readonly upload: string; readonly name: string; readonly text: string }
  /** Clicks at places in an element, as shares of its width and height. */
  | { readonly clickIn: string; readonly at: readonly (readonly [x: number, y: number])[] };

/** The pages of the console that are checked in every mode, and how each is reached. */
export interface Screen {
  readonly name: string;
  readonly address: string;
  /** The element that must be visible first. */
  readonly shown: string;
  /** What is done then, one after the other. */
  readonly steps?: readonly Step[];
  /** The element that must be visible at the end, if there are steps. */
  readonly result?: string;
  /** Its records are those that the shell loads when the console is opened. */
  readonly isLoadedByShell?: true;
  /** Shown as it is printed, in whatever mode. */
  readonly isPaper?: true;
  /** Shown as the browser prints it, in whatever mode. */
  readonly isPrinted?: true;
  /** A page of the identity provider, which has no script that could change its mode. */
  readonly isSignInPage?: true;
  /** As in the desktop window, when a newer version can be had. */
  readonly isDesktop?: true;
  /** The person who opens it; the local operator unless given. */
  readonly who?: "signed in" | "signed out" | "nobody yet";
  /** A station with a hub and a receiver of aircraft with a crew, or one with a device to be set up. */
  readonly station?: "connected" | "bench";
}

const CARD = "[data-testid=operation-card] [data-testid=statistics] dl";
const MENU = "[data-testid=operation-menu]";
const LOG_ROW = "[data-testid=log-table] tbody tr";
/** Received by both receivers of the demonstration: it has suboperations that can be split. */
const SPLITTABLE = `${LOG_ROW}:has-text("WATER07")`;

export const DEVICE = "1596F350457791151042";

export const FLIGHT = "6f1c35a4-6f3c-4c9e-9a0e-3b1f6f0c7d11";
/** A flight of the same aircraft a day before. */
export const OTHER_FLIGHT = "6f1c35a4-6f3c-4c9e-9a0e-3b1f6f0c7d12";

export const PAGES: readonly Screen[] = [
  { name: "live", address: "#/", shown: "[role=option]", isLoadedByShell: true },
  { name: "live-card", address: "#/", shown: "[role=option]", steps: ["[role=option]"], result: CARD },
  {
    name: "live-filters",
    address: "#/?technology=wifi_beacon,wifi_nan&seen=no",
    shown: "[role=option]",
    steps: ["[data-testid=open-filters]"],
    result: "[data-testid=filter-panel]",
  },
  { name: "log", address: "#/log?period=hour", shown: LOG_ROW },
  { name: "log-card", address: "#/log?period=hour", shown: LOG_ROW, steps: [LOG_ROW], result: CARD },
  { name: "evidence", address: "#/evidence", shown: "[data-testid=evidence-form]" },
  { name: "flights", address: "#/flights", shown: "[data-testid=flights] li" },
  {
    name: "flights-calendar",
    address: "#/flights",
    shown: "[data-testid=flights] li",
    steps: ["[data-testid=open-calendar]"],
    result: "[data-testid=flight-calendar] .has-flights",
  },
  { name: "flight", address: `#/flights/${FLIGHT}`, shown: "[data-testid=chart-satellites] canvas" },
  {
    name: "flight-plan",
    address: "#/flights/plan",
    shown: "[data-testid=plan-add-point]",
    steps: ["[data-testid=plan-add-point]"],
    result: "[data-testid=plan-points] li",
  },
  { name: "aircraft", address: "#/aircraft", shown: "[data-testid=aircraft-item]" },
  { name: "aircraft-add", address: "#/aircraft?add=yes", shown: "[role=dialog] [data-testid=save-aircraft]" },
  { name: "devices", address: "#/devices", shown: "[data-testid=device-item]" },
  { name: "devices-pair", address: "#/devices?pair=yes", shown: "[role=dialog] [data-testid=pair-do]" },
  { name: "device", address: `#/devices/${DEVICE}`, shown: "[data-testid=device-issues] li" },
  { name: "set-up-many", address: "#/devices/set-up/many", shown: "[data-testid=batch-begin]" },
  { name: "sources", address: "#/sources", shown: "[data-testid=sources] article", isLoadedByShell: true },
  { name: "sources-add", address: "#/sources?add=serial", shown: "[role=dialog]" },
  { name: "outputs", address: "#/outputs", shown: "[data-testid=outputs] .error" },
  { name: "sync", address: "#/sync", shown: "[data-testid=outbox] li" },
  { name: "sync-add", address: "#/sync?add=yes", shown: "[role=dialog] [data-testid=save-peer]" },
  { name: "settings", address: "#/settings", shown: "[data-testid=retention-save]" },
];

/** The pages that people use all day, and one dialog: the keyboard is walked through them at 200 %. */
export const WALKED_PAGES: readonly string[] = [
  "live",
  "log",
  "flight",
  "flight-plan",
  "flight-report",
  "flight-compare",
  "alerts",
  "devices",
  "sources",
  "sources-add",
  "sync",
  "settings",
];

/** Dialogs and menus that cover a page temporarily. */
export const OVERLAYS: readonly Screen[] = [
  {
    name: "live-merge",
    address: "#/",
    shown: "[role=option]",
    // An operation other than the first, whichever that is: aircraft come and go.
    steps: ["[role=option] >> nth=0", MENU, "[data-testid=merge]", "[role=option][aria-selected=false]"],
    result: "[data-testid=merge-do]:enabled",
  },
  {
    name: "live-access",
    address: "#/",
    shown: "[role=option]",
    steps: ["[role=option]", MENU, "[data-testid=access-open]"],
    result: "[data-testid=access]",
  },
  {
    name: "log-split",
    address: "#/log?period=hour",
    shown: SPLITTABLE,
    steps: [SPLITTABLE, MENU, "[data-testid=split]", "[data-testid=split-part] >> nth=0"],
    result: "[data-testid=split-do]:enabled",
  },
  {
    name: "search",
    address: "#/aircraft",
    shown: "[data-testid=aircraft-item]",
    steps: ["[data-testid=search]"],
    result: "[data-testid=search-text]",
  },
  {
    name: "flight-import",
    address: "#/flights",
    shown: "[data-testid=flights] li",
    steps: ["[data-testid=import-logs]"],
    result: "[data-testid=import-do]",
  },
  {
    name: "outputs-edit",
    address: "#/outputs",
    shown: "[data-testid=edit-output]",
    steps: ["[data-testid=edit-output]"],
    result: "[role=dialog] [data-testid=output-event-alert]",
  },
  {
    name: "sources-edit",
    address: "#/sources",
    shown: "[data-testid=edit-source]",
    steps: ["[data-testid=edit-source]"],
    result: "[role=dialog] [data-testid=save-source]",
  },
  {
    name: "evidence-place",
    address: "#/evidence",
    shown: "[data-testid=evidence-form]",
    steps: ["[data-testid=evidence-place]"],
    result: "[data-testid=evidence-map]",
  },
  {
    name: "settings-restore",
    address: "#/settings",
    shown: "[data-testid=backup-now]",
    steps: ["[data-testid=backup-now]", "[data-testid=restore]"],
    result: "[role=dialog] [data-testid=restore-do]",
  },
  {
    name: "sync-edit",
    address: "#/sync",
    shown: "[data-testid=outbox] li",
    steps: ["[data-testid=peer-edit]"],
    result: "[role=dialog] [data-testid=save-peer]",
  },
  {
    name: "log-deleted",
    address: "#/log?period=hour",
    shown: LOG_ROW,
    steps: ["[data-testid=open-deleted]"],
    result: "[role=dialog]",
  },
];

/** Checked by their own journeys (axe, keyboard): here only for `npm run screenshots`. */
export const OTHER_PAGES: readonly Screen[] = [
  {
    name: "live-replay",
    address: `#/?at=47.07,15.46,12&moment=${new Date(Date.now() - 27.5 * 60_000).toISOString()}`,
    shown: "[data-testid=replay-notice]",
  },
  { name: "live-zones", address: "#/?zones=list", shown: "[data-testid=zone-facts], [data-testid=zone-list] li" },
  { name: "alerts", address: "#/alerts", shown: "[data-testid=rule]" },
  { name: "alert-rule", address: "#/alerts/rules", shown: "[data-testid=rule-name]" },
  {
    name: "flight-report",
    address: `#/flights/${FLIGHT}/report`,
    shown: "[data-testid=flight-report][data-complete=yes]",
    isPaper: true,
  },
  {
    name: "flight-compare",
    address: `#/flights/${FLIGHT}/compare/${OTHER_FLIGHT}`,
    shown: "[data-testid=compared-charts] canvas",
  },
  { name: "set-up", address: "#/devices/set-up", shown: "main h1" },
  { name: "profile", address: "#/profile", shown: "[data-testid=profile]", who: "signed in" },
  { name: "tokens", address: "#/tokens", shown: "[data-testid=new-token]", who: "signed in" },
  { name: "sessions", address: "#/sessions", shown: "[data-testid=sessions] li", who: "signed in" },
  { name: "accounts", address: "#/administration/accounts", shown: "[data-testid=accounts] li", who: "signed in" },
  { name: "audit", address: "#/administration/audit", shown: "[data-testid=audit] tbody tr", who: "signed in" },
  { name: "sign-in", address: "", shown: "[data-testid=sign-in]", who: "signed out" },
  { name: "first-account", address: "", shown: "[data-testid=first-account]", who: "nobody yet" },
  { name: "welcome", address: "#/welcome", shown: "[data-testid=save-position]", who: "signed in" },
];
