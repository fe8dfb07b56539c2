import { shell } from "electron";
import { logMessage } from "../log-message.ts";
import { isAllowedExternally } from "./content.rules.ts";

/** Opens an address in the person's own browser or mail program; `false` when it is not allowed or nothing opens it. */
export async function openExternally(address: string): Promise<boolean> {
  if (!isAllowedExternally(address)) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch (error) {
    logMessage(`could not open ${address}: ${String(error)}`);
    return false;
  }
}
