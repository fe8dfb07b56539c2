import type { StationState } from "../../preload/contract.ts";

/** What the window should do about a new state of the station. `shown` is the address that it loaded last. */
export type ContentStep = { readonly kind: "stay" } | { readonly kind: "load"; readonly address: string };

/**
 * The console is loaded once, when the station answers. It stays during a crash: it holds the person's work, shows the
 * state of the station, and reconnects by itself, because the station comes back at the same address.
 */
export function decideContent(state: StationState, shown: string | undefined, startingPage: string): ContentStep {
  if (state.kind === "running") return shown === state.url ? { kind: "stay" } : { kind: "load", address: state.url };
  return shown === undefined ? { kind: "load", address: startingPage } : { kind: "stay" };
}

/** How long a page has to run before its next crash counts as the first one again. */
export const LONG_LIVED_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/** How long to wait before a crashed page is loaded again: a page that crashes at once must not do so endlessly. */
export function waitAfterCrashesMs(crashes: number): number {
  return crashes <= 1 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (crashes - 2), MAX_WAIT_MS);
}
