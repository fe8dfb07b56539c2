import { createRawFrames, type EvidenceService } from "../../features/evidence/index.ts";
import { createStoredSourceReader } from "../../features/sources/index.ts";
import { UNKNOWN_GROUND } from "../../kernel/ground.ts";
import type { Principal } from "../../kernel/principal.ts";
import { createSealing } from "../../kernel/sealing.ts";
import { composeEvidence } from "../compose/evidence.ts";
import { composeTrafficAndAlerts } from "../compose/traffic-and-alerts.ts";
import { loadSealingKey } from "../station/sealing-key.ts";
import { getOwner } from "./owner.ts";
import { type RecordingLocation, runWithRecording } from "./with-recording.ts";

/** Opens the sources of a pack in a data directory that no server is using, for one command. */
export async function runWithEvidence<T>(
  location: RecordingLocation,
  use: (opened: { readonly service: EvidenceService; readonly caller: Principal }) => Promise<T>,
): Promise<T> {
  return runWithRecording(location, async ({ common, core, accounts, accountData, annotations }) => {
    const { store, clock, log } = common;
    const { alerts } = composeTrafficAndAlerts({
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
    const evidence = composeEvidence({
      ...common,
      sealing: createSealing(await loadSealingKey(location.data)),
      core,
      accounts,
      accountData,
      alerts,
      annotations,
      sources: {
        ...createStoredSourceReader(store.writer, clock),
        rawFrames: createRawFrames(store.writer, clock, log),
      },
      dataDir: location.data,
      documents: {
        writeEvidence() {
          throw new Error("The command writes a pack itself.");
        },
      },
    });
    const caller: Principal = { ...getOwner(accounts, location.user), credential: "local" };
    return use({ service: evidence.service, caller });
  });
}
