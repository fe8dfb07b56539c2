import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { openStore, type Store } from "../../storage/database.ts";
import { composeAccountData } from "../compose/account-data.ts";
import { type Accounts, composeAccounts } from "../compose/accounts.ts";
import { composeAnnotations } from "../compose/annotations.ts";
import { composeCore } from "../compose/core.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/stderr-log.ts";
import type { AccountsLocation } from "./with-accounts.ts";

/** A directory that no server is using, and whose account a command works for. */
export type RecordingLocation = AccountsLocation & { readonly user?: string; readonly logLevel: LogLevel };

/** What a station recorded, with the accounts that it belongs to. */
export type OpenedRecording = ReturnType<typeof composeRecording>;

/** Opens a recording for one command, and closes it when everything is on disk. */
export async function runWithRecording<T>(
  { data, spatialite, logLevel }: RecordingLocation,
  use: (recording: OpenedRecording) => Promise<T>,
): Promise<T> {
  const store = openStore({ dataDir: data, spatialite });
  try {
    const recording = composeRecording(store, logLevel);
    try {
      return await use(recording);
    } finally {
      await recording.core.recorder.close();
    }
  } finally {
    store.close();
  }
}

function composeRecording(store: Store, logLevel: LogLevel) {
  const common = { store, clock: systemClock, ids: systemIds, log: createLog(logLevel) };
  const core = composeCore({ ...common, observer: {} });
  const accounts: Accounts = composeAccounts({
    ...common,
    db: store.writer,
    registration: { isReachable: true },
    // There is no server: nobody is signed in or connected.
    endSessions: () => undefined,
    endConnections: () => undefined,
    listFlightIssues: (deviceId, window) => accountData.listFlightIssues(deviceId, window),
  });
  const accountData = composeAccountData({
    ...common,
    core,
    accounts,
    findGround: async () => undefined,
    onFlightPoint: () => undefined,
  });
  return { common, core, accounts, accountData, annotations: composeAnnotations({ ...common, core }) };
}
