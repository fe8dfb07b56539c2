import { shell } from "electron";
import { logMessage } from "../log-message.ts";
import { KEYCHAIN_SERVICE, openKeychain } from "../secrets/keychain.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { createSessionStore } from "./stored-session.store.ts";
import { type AccountSession, createAccountSession } from "./account.session.ts";
import { issuerAt, isProviderAddress } from "./browser-address.rules.ts";
import { submitProviderForms } from "./provider.forms.ts";
import { createOpenIdProvider } from "./openid.provider.ts";

export interface AccountOptions {
  readonly station: StationSupervisor;
  /** The recording of this window's station: each recording is a separate station with its own accounts. */
  readonly dataDir: string;
  /** Base address of an outside provider; the station's own where there is none. */
  readonly authUrl: string | undefined;
  readonly after: (ms: number, task: () => void) => () => void;
}

/** The account of this window, restored from the last run. */
export function setUpAccount({ station, dataDir, authUrl, after }: AccountOptions): AccountSession {
  const now = (): number => Date.now();
  const account = createAccountSession({
    provider: createOpenIdProvider({
      issuer() {
        if (authUrl !== undefined) return issuerAt(authUrl);
        return station.state.kind === "running" ? issuerAt(station.state.url) : undefined;
      },
      openInBrowser,
      // A credential typed in our window may only be sent to the station of our window.
      submitForms: authUrl === undefined ? submitProviderForms : undefined,
      now,
    }),
    store: createSessionStore(openKeychain(KEYCHAIN_SERVICE), `${authUrl ?? "this station"} ${dataDir}`),
    now,
    after,
    random: Math.random,
    logMessage,
  });
  // The station's own provider answers with the station; an outside one may answer now.
  let isRestored = authUrl !== undefined;
  if (isRestored) void account.restore();
  station.onState((state) => {
    if (state.kind === "stopping") account.close();
    if (state.kind !== "running") return;
    if (isRestored) return account.wake();
    isRestored = true;
    void account.restore();
  });
  return account;
}

async function openInBrowser(address: string): Promise<boolean> {
  if (!isProviderAddress(address)) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch (error) {
    // The address contains `state` and must not be logged.
    logMessage(`no browser could be opened: ${error instanceof Error ? error.name : "unknown"}`);
    return false;
  }
}
