import { shell } from "electron";
import { logMessage } from "../log-message.ts";
import { isAllowedExternally, isAllowedLink, type TrustedPages } from "./content.rules.ts";

/** Opens an address in the person's own browser or mail program; `false` when it is not allowed or nothing opens it. */
export async function openExternally(address: string): Promise<boolean> {
  return isAllowedExternally(address) && open(address);
}

/** Opens a link of this app's pages there, including documents of the station. */
export async function openLink(address: string, trust: TrustedPages): Promise<boolean> {
  return isAllowedLink(address, trust) && open(address);
}

async function open(address: string): Promise<boolean> {
  try {
    await shell.openExternal(address);
    return true;
  } catch (error) {
    logMessage(`could not open ${address}: ${String(error)}`);
    return false;
  }
}
