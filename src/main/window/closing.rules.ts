import type { DesktopSettings } from "../../preload/contract.ts";

export interface ClosingFacts {
  readonly platform: NodeJS.Platform;
  /** The whole app is being ended, and the window with it. */
  readonly isQuitting: boolean;
  /** A source receives, or waits to. */
  readonly isActive: boolean;
  /** Something runs that would be interrupted: a device is written to, or the page exports, uploads or imports. */
  readonly isWorking: boolean;
  readonly keepReceiving: DesktopSettings["keepReceiving"];
}

/**
 * `hide` keeps the app running beside the clock; `close` ends it where the system expects that. `ask` is about
 * receiving, `ask-work` about work that would be interrupted.
 */
export type ClosingDecision = "close" | "hide" | "ask" | "ask-work";

/**
 * What closing the window does. On macOS an app without windows goes on by itself, as every app there; while a source
 * is active its page goes on too, as it is the page that finds alerts to notify of. A window that is only hidden
 * interrupts nothing.
 */
export function decideClosing(facts: ClosingFacts): ClosingDecision {
  const { platform, isQuitting, isActive, isWorking, keepReceiving } = facts;
  if (isQuitting || !(isActive || isWorking)) return "close";
  if (platform === "darwin" || (isActive && keepReceiving === "yes")) return "hide";
  if (isWorking) return "ask-work";
  return keepReceiving === "ask" ? "ask" : "close";
}
