import { shell } from "electron";
import { note } from "../note.ts";
import { isAllowedOutside } from "./content.rules.ts";

/** Opens an address in the person's own browser or mail program; `false` when it is not allowed or nothing opens it. */
export async function openOutside(address: string): Promise<boolean> {
  if (!isAllowedOutside(address)) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch (error) {
    note(`could not open ${address}: ${String(error)}`);
    return false;
  }
}
