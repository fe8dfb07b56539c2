import { z } from "zod";
import type { DesktopSettings } from "../../preload/contract.ts";

/** The fields that the console may change, each by itself. */
export const settingsChange = z.strictObject({
  keepReceiving: z.enum(["ask", "yes", "no"]).exactOptional(),
  preventSleep: z.boolean().exactOptional(),
  notifyAlerts: z.boolean().exactOptional(),
  checkUpdates: z.boolean().exactOptional(),
  keyInKeychain: z.boolean().exactOptional(),
});

/** The defaults until the person decides. Until then no server is contacted. */
export const defaultSettings: DesktopSettings = {
  keepReceiving: "ask",
  preventSleep: true,
  notifyAlerts: true,
  checkUpdates: false,
  keyInKeychain: false,
};

/** The settings of a file; missing fields, and those that a later version has changed, get their defaults. */
export const storedSettings = z.object({
  keepReceiving: z.enum(["ask", "yes", "no"]).catch(defaultSettings.keepReceiving),
  preventSleep: z.boolean().catch(defaultSettings.preventSleep),
  notifyAlerts: z.boolean().catch(defaultSettings.notifyAlerts),
  checkUpdates: z.boolean().catch(defaultSettings.checkUpdates),
  keyInKeychain: z.boolean().catch(defaultSettings.keyInKeychain),
}) satisfies z.ZodType<DesktopSettings>;
