import type { DesktopSettings } from "../../preload/contract.ts";

export interface ClosingFacts {
  readonly platform: NodeJS.Platform;
  /** The whole app is being ended, and the window with it. */
  readonly isQuitting: boolean;
  /** A source receives, or waits to. */
  readonly isActive: boolean;
  readonly keepReceiving: DesktopSettings["keepReceiving"];
}

/** `hide` keeps the app running beside the clock; `close` ends it where the system expects that. */
export type ClosingDecision = "close" | "hide" | "ask";

/**
 * What closing the window does. On macOS an app without windows goes on by itself, as every app there; while a source is
 * active its page goes on too, as it is the page that finds alerts to notify of.
 */
export function decideClosing({ platform, isQuitting, isActive, keepReceiving }: ClosingFacts): ClosingDecision {
  if (isQuitting || !isActive) return "close";
  if (platform === "darwin") return "hide";
  if (keepReceiving === "ask") return "ask";
  return keepReceiving === "yes" ? "hide" : "close";
}
