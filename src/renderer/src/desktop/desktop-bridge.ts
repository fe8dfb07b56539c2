import type { DesktopBridge, Unsubscribe } from "../../../preload/contract.ts";

const nothing = (): void => undefined;

function followDocument(listener: (isVisible: boolean) => void): Unsubscribe {
  const tell = (): void => listener(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", tell);
  tell();
  return () => document.removeEventListener("visibilitychange", tell);
}

/** The bridge in a plain browser, which has no native menu, no file dialog and no station to restart. */
const browserBridge: DesktopBridge = {
  platform: "linux",
  version: "",
  station: { onState: () => nothing, restart: () => Promise.resolve() },
  // In a browser the console signs in by itself.
  account: {
    state: () => Promise.resolve({ kind: "signed-out" }),
    onState: () => nothing,
    signIn: () => Promise.resolve(),
    signOut: () => Promise.resolve(),
    accessToken: () => Promise.resolve(undefined),
  },
  openRequests: {
    onWaiting: () => nothing,
    take: () => Promise.resolve([]),
    read: () => Promise.resolve(undefined),
  },
  settings: { onState: () => nothing, change: () => Promise.resolve() },
  updates: { onState: () => nothing, check: () => Promise.resolve() },
  // The browser asks by itself.
  work: { set: () => Promise.resolve() },
  alerts: { notify: () => Promise.resolve(), onChosen: () => nothing },
  // A page cannot read the size of the browser's cache.
  cache: { sizeBytes: () => Promise.resolve(0), clear: () => Promise.resolve() },
  showLogs: () => Promise.resolve(""),
  saveDiagnostics: () => Promise.resolve({ kind: "cancelled" }),
  openDemonstration: () => Promise.resolve(),
  menu: { onCommand: () => nothing },
  window: { onVisibility: followDocument },
  theme: { set: () => Promise.resolve() },
  language: { set: () => Promise.resolve() },
  openRecording: () => Promise.resolve(undefined),
  openBackup: () => Promise.resolve(undefined),
  openExternal: (url) => Promise.resolve(window.open(url, "_blank", "noopener,noreferrer") !== null),
};

/** True inside the desktop window. */
export const isDesktop: boolean = window.fieldstation !== undefined;

/** The desktop's bridge, or its substitute in a browser. */
export const desktop: DesktopBridge = window.fieldstation ?? browserBridge;
