import { createAnnotationsFeature } from "../../features/annotations/index.ts";
import { createRawFrames, type EvidenceService } from "../../features/evidence/index.ts";
import { createStoredSourceReader } from "../../features/sources/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { UNKNOWN_GROUND } from "../../kernel/ground.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { createSealing } from "../../kernel/sealing.ts";
import { openStore } from "../../storage/database.ts";
import { composeAccountData } from "../compose/account-data.ts";
import { createAccounts } from "../compose/accounts.ts";
import { createCore } from "../compose/core.ts";
import { composeEvidence } from "../compose/evidence.ts";
import { composeWatched } from "../compose/traffic.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/log.ts";
import { loadSealingKey } from "../station/sealing-key.ts";
import { getOwner } from "./open-accounts.ts";

/** Opens what a pack is made of in a data directory that no server is using, for one command. */
export async function runWithEvidence<T>(
  {
    data,
    spatialite,
    user,
    logLevel,
  }: { readonly data: string; readonly spatialite?: string; readonly user?: string; readonly logLevel: LogLevel },
  use: (opened: { readonly service: EvidenceService; readonly caller: Principal }) => Promise<T>,
): Promise<T> {
  const store = openStore({ dataDir: data, spatialite });
  try {
    const common = { store, clock: systemClock, ids: systemIds, log: createLog(logLevel) };
    const core = createCore({ ...common, observer: {} });
    const accounts = createAccounts({
      ...common,
      db: store.writer,
      registration: { isReachable: true },
      endSessions: () => undefined,
      endConnections: () => undefined,
      listFlightIssues: () => [],
    });
    const accountData = composeAccountData({
      ...common,
      core,
      accounts,
      findGround: async () => undefined,
      onFlightPoint: () => undefined,
    });
    const { alerts } = composeWatched({
      ...common,
      core,
      identity: { accounts },
      accountData,
      sources: { listPositionSensors: () => [] },
      ground: UNKNOWN_GROUND,
      gateway() {
        throw new Error("Nothing is published without a station.");
      },
    });
    const annotations = createAnnotationsFeature({
      ...common,
      db: store.writer,
      operationOf: (id, caller, which) =>
        core.operations.service.findSuboperations(id, which === "operations" ? true : null, caller)[0]?.operation.id,
    });
    const evidence = composeEvidence({
      ...common,
      sealing: createSealing(await loadSealingKey(data)),
      core,
      accounts,
      accountData,
      alerts,
      annotations,
      sources: {
        ...createStoredSourceReader(store.writer, systemClock),
        rawFrames: createRawFrames(store.writer, systemClock, common.log),
      },
      dataDir: data,
      documents: {
        writeEvidence() {
          throw new Error("The command writes a pack itself.");
        },
      },
    });
    const caller: Principal = { ...getOwner(accounts, user), credential: "local" };
    try {
      return await use({ service: evidence.service, caller });
    } finally {
      await core.recorder.close();
    }
  } finally {
    store.close();
  }
}
