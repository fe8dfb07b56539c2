import type { BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";
import type { AccountSession } from "../account/account.session.ts";
import { raiseWindow } from "./main-window.ts";

/** Sends every change of the account to the page, and comes to the front when the person is done in the browser. */
export function showAccount(account: AccountSession, window: () => BrowserWindow | undefined): void {
  let wasSigningIn = false;
  account.onState((state) => {
    const open = window();
    open?.webContents.send(channels.accountState, state);
    if (wasSigningIn && state.kind === "signed-in" && open !== undefined) raiseWindow(open);
    wasSigningIn = state.kind === "signing-in";
  });
}
