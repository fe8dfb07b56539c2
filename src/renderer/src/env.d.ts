/// <reference types="vite/client" />
import type { DesktopBridge } from "../../preload/contract.ts";

declare global {
  interface Window {
    /** Present only inside the desktop app. */
    readonly fieldstation?: DesktopBridge;
  }
}
