/**
 * What the console can request from the desktop. The preload exposes exactly this, frozen, as `window.fieldstation`; in
 * a browser the console uses an implementation of its own with the same type. The only secret that crosses it is the
 * access token, which is valid for minutes; the refresh token stays in main.
 */
export interface DesktopBridge {
  /** The operating system in Node's words, for key names and paths that are shown. */
  readonly platform: DesktopPlatform;
  /** The version of the app, as in its package. */
  readonly version: string;
  readonly station: {
    /** Calls back with the present state soon after subscribing, then with every change, in order. */
    readonly onState: (listener: (state: StationState) => void) => Unsubscribe;
    /** Restarts the station process at once. Resolves when the request is accepted, not when it runs: see `onState`. */
    readonly restart: () => Promise<void>;
  };
  readonly menu: {
    /** Calls back when the person selects an entry of the native menu that the console handles. */
    readonly onCommand: (listener: (command: MenuCommand) => void) => Unsubscribe;
  };
  readonly window: {
    /**
     * Calls back with whether the window can be seen soon after subscribing, then with every change, in order. The page
     * itself always counts as visible, so that it continues while it is hidden.
     */
    readonly onVisibility: (listener: (isVisible: boolean) => void) => Unsubscribe;
  };
  readonly theme: {
    /** Sets the native frame, menus and `prefers-color-scheme` to the mode of the console. */
    readonly set: (theme: Theme) => Promise<void>;
  };
  readonly language: {
    /** Sets the language of menu, icon, dialogs and notifications to that of the console, by its tag, such as `cs`. */
    readonly set: (language: string) => Promise<void>;
  };
  readonly account: {
    readonly state: () => Promise<AccountState>;
    /** Calls back with the present state soon after subscribing, then with every change, in order. */
    readonly onState: (listener: (state: AccountState) => void) => Unsubscribe;
    /**
     * Opens the sign-in page in the person's own browser. Resolves when that is over, whatever its end: follow
     * `onState`. A second call meanwhile cancels the first one and opens the page again; if somebody is signed in
     * already, it does nothing. If `typed` is given, the credential that the person has just typed to create the first
     * account, main submits it to the station's own provider, without the browser.
     */
    readonly signIn: (typed?: TypedCredential) => Promise<void>;
    /** Ends the session, also while a sign-in is in progress. Works without a network. */
    readonly signOut: () => Promise<void>;
    /**
     * A bearer token for the API that is valid for at least some seconds; `undefined` when nobody is signed in, and
     * while the provider cannot be reached. It is renewed in the background: call this before each use and keep no
     * copy. `refused` is a token that the API did not accept: it is not returned again, and a session that was ended
     * elsewhere is detected.
     */
    readonly accessToken: (refused?: string) => Promise<string | undefined>;
  };
  readonly openRequests: {
    /** Calls back soon after subscribing, and whenever files or links were opened with the app: `take` them then. */
    readonly onWaiting: (listener: () => void) => Unsubscribe;
    /** The files and links that were opened since the last call, oldest first; each is returned once. */
    readonly take: () => Promise<readonly OpenRequest[]>;
    /**
     * A part of an opened file from a byte on, as Base64; empty at its end, `undefined` when the file cannot be read.
     * Only files that `take` has given can be read, by their id.
     */
    readonly read: (fileId: string, fromByte: number) => Promise<string | undefined>;
  };
  readonly settings: {
    /** Calls back with the present settings soon after subscribing, then with every change, in order. */
    readonly onState: (listener: (settings: DesktopSettings) => void) => Unsubscribe;
    readonly change: (part: Partial<DesktopSettings>) => Promise<void>;
  };
  readonly updates: {
    /** Calls back with the present state soon after subscribing, then with every change, in order. */
    readonly onState: (listener: (state: UpdateState) => void) => Unsubscribe;
    /** Asks the release page now, once. Nothing is downloaded. */
    readonly check: () => Promise<void>;
  };
  readonly work: {
    /** Reports the number of exports, uploads and imports in the page; while there are any, closing asks first. */
    readonly set: (count: number) => Promise<void>;
  };
  readonly alerts: {
    /** Shows a system notification, unless the window is in front or notifications are switched off. */
    readonly notify: (notice: AlertNotice) => Promise<void>;
    /** Calls back when the person clicks a notification; the window is in front then. */
    readonly onChosen: (listener: (alertId: string) => void) => Unsubscribe;
  };
  readonly cache: {
    /** The size of the cache of pages and the online map on disk, bytes. */
    readonly sizeBytes: () => Promise<number>;
    /** Clears the cache; map sets and recordings are not part of it. */
    readonly clear: () => Promise<void>;
  };
  /** Opens the folder of the log files in the system's file manager; returns the reason if that fails. */
  readonly showLogs: () => Promise<string>;
  /** Shows a dialog and saves the diagnostics: versions, settings and logs without secrets. */
  readonly saveDiagnostics: () => Promise<SaveResult>;
  /** Restarts the app as a demonstration after the person has confirmed: simulated aircraft in their own recording. */
  readonly openDemonstration: () => Promise<void>;
  /** Shows a dialog to choose a recording; `undefined` if it was cancelled. */
  readonly openRecording: () => Promise<ChosenFile | undefined>;
  /** Shows a dialog to choose a backup for a restore; `undefined` if it was cancelled. */
  readonly openBackup: () => Promise<ChosenFile | undefined>;
  /** Opens an https or mailto address in the person's own browser; `false` when it is not allowed or nothing opens it. */
  readonly openExternal: (url: string) => Promise<boolean>;
}

export type Unsubscribe = () => void;

export type DesktopPlatform = "linux" | "darwin" | "win32";

export const themes = ["system", "light", "dark", "red"] as const;
/** `red` is a dark one for the system; the first page and what is behind a page are red too. */
export type Theme = (typeof themes)[number];

/** The state of the station process as the window shows it, with sentences in the language of the desktop. */
export type StationState =
  /** With `waitsFor`, it continues once the person has unlocked the keychain or answered its question. */
  | { readonly kind: "starting"; readonly waitsFor?: "keychain" }
  /** `notice` is a sentence for the person, such as the use of another port than the usual one. */
  | { readonly kind: "running"; readonly url: string; readonly notice?: string }
  /** It ended by itself and starts again after `waitMs`, at the same address. `attempt` counts from 1. */
  | {
      readonly kind: "restarting";
      readonly reason: string;
      readonly attempt: number;
      readonly waitMs: number;
    }
  /** It no longer restarts by itself; `restart()` tries again. */
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "stopping" };

/** Whether somebody is signed in through the provider, and who. `notice` is a sentence for the person. */
export type AccountState =
  /** The session that was stored in an earlier run is still being looked up. */
  | { readonly kind: "starting" }
  | { readonly kind: "signed-out"; readonly notice?: string }
  /** The person's own browser shows the sign-in page. */
  | { readonly kind: "signing-in" }
  /** `isOnline` is false while the provider cannot be reached; it is tried again by itself. */
  | { readonly kind: "signed-in"; readonly person: Person; readonly isOnline: boolean; readonly notice?: string };

/** The credential of an account of the station. Passed on at once and never stored. */
export interface TypedCredential {
  readonly email: string;
  readonly password: string;
}

export interface Person {
  /** The `sub` of OpenID Connect; of a station's own provider, the id of the user. */
  readonly userId: string;
  readonly email?: string;
  readonly name?: string;
}

export type MenuCommand = (typeof menuCommands)[number];

export const menuCommands = [
  "open-recording",
  "export",
  "toggle-night",
  "show-map",
  "show-sources",
  "show-help",
  "show-shortcuts",
] as const;

/** A file that the person chose. The station reads it by `path`; the console shows `name` and `sizeBytes`. */
export interface ChosenFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** The person's settings of the app on this computer. */
export interface DesktopSettings {
  /** What happens to receiving when the window is closed while a source is active; `ask` until the person decided. */
  readonly keepReceiving: "ask" | "yes" | "no";
  /** Whether the computer is kept from going to sleep while a source is active. */
  readonly preventSleep: boolean;
  /** Whether alerts are shown as system notifications while the window is in the background. */
  readonly notifyAlerts: boolean;
  /** Whether the release page is asked once a day for the newest version. */
  readonly checkUpdates: boolean;
  /** Whether the station's key is stored in the keychain instead of a file; applies from the next start of the app. */
  readonly keyInKeychain: boolean;
}

/** The result of the last check for updates. */
export type UpdateState =
  /** This build does not say where its releases are published. */
  | { readonly kind: "unavailable" }
  | { readonly kind: "not-checked" }
  | { readonly kind: "checking" }
  | { readonly kind: "newest"; readonly checkedAtMs: number }
  /** `pageUrl` is the page of the release, to be opened in the person's own browser. */
  | { readonly kind: "newer"; readonly version: string; readonly pageUrl: string; readonly checkedAtMs: number }
  | { readonly kind: "failed"; readonly reason: UpdateFailure };

export type UpdateFailure = "offline" | "unreachable" | "unreadable";

export interface AlertNotice {
  readonly alertId: string;
  readonly title: string;
  readonly body: string;
  readonly isCritical: boolean;
}

export type SaveResult =
  | { readonly kind: "saved"; readonly name: string }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly reason: string };

/** A file that the person opened with the app. The console reads it by `id`, the station by `path`. */
export interface OpenedFile extends ChosenFile {
  readonly id: string;
}

/** A file or link that was opened with the app: by a double click, on the command line, or in a browser. */
export type OpenRequest =
  | { readonly kind: "logs"; readonly files: readonly OpenedFile[] }
  | { readonly kind: "recording"; readonly file: OpenedFile }
  | { readonly kind: "map-set"; readonly file: OpenedFile }
  | { readonly kind: "link"; readonly link: DeepLink }
  | { readonly kind: "refused"; readonly name: string; readonly reason: OpenRequestRefusal };

export type OpenRequestRefusal = "unknown-kind" | "missing" | "no-file" | "unreadable" | "too-large" | "bad-link";

/** The target of a link `fieldstation://…`. */
export type DeepLink =
  | { readonly kind: "flight"; readonly id: string }
  | { readonly kind: "operation"; readonly id: string }
  /** A past time on the live page, RFC 3339 in UTC. */
  | { readonly kind: "moment"; readonly at: string; readonly view?: LinkedView }
  /** Only the live page has a view. */
  | { readonly kind: "page"; readonly page: LinkedPage; readonly view?: LinkedView };

/** What the live page shows, as in the address of the console. */
export interface LinkedView {
  /** Latitude, longitude and zoom of the map. */
  readonly at?: string | undefined;
  /** The id of the selected operation. */
  readonly aircraft?: string | undefined;
  /** Only with a moment. */
  readonly speed?: LinkedSpeed | undefined;
}

/** How fast a past time is played: seconds of it per second. */
export const linkedSpeeds = ["1", "2", "5", "10", "30", "60"] as const;
export type LinkedSpeed = (typeof linkedSpeeds)[number];

/** The pages that a link can open, by the names of their routes. */
export const linkedPages = [
  "live",
  "log",
  "evidence",
  "alerts",
  "flights",
  "aircraft",
  "devices",
  "sources",
  "outputs",
  "sync",
  "settings",
  "profile",
] as const;
export type LinkedPage = (typeof linkedPages)[number];

/** The name under which the preload puts the bridge on `window`. */
export const bridgeName = "fieldstation";
