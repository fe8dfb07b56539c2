import { findCloudSensorId } from "../../features/sources/index.ts";
import type { PeerModel } from "../../features/sync/index.ts";
import type { AirspaceInput } from "../../ingest/decoded.ts";
import { fromOperatorTelemetry, fromUaTelemetry } from "../../ingest/peer.records.ts";
import type { Clock } from "../../kernel/clock.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { ReadableDb } from "../../storage/database.ts";
import type { LocalRegion, OperationCopy } from "../../sync/index.ts";
import type { AccountData } from "../compose/account-data.ts";
import type { Accounts } from "../compose/accounts.ts";
import type { Core } from "../compose/core.ts";

/** Stores what is taken along from a region as if it had arrived over the peer's live stream. */
export function createLocalRegion(deps: {
  readonly db: ReadableDb;
  readonly clock: Clock;
  readonly core: Pick<Core, "pipeline" | "telemetry">;
  readonly accounts: Pick<Accounts, "findUser">;
  readonly accountData: Pick<AccountData, "flightCopies" | "saveZoneCopy">;
}): LocalRegion {
  const { pipeline, telemetry } = deps.core;

  /** Whether this station has received it itself, and the peer has it from this station. */
  const isOurs = (sensorId: string, time: string) => telemetry.hasRecordAt(sensorId, Date.parse(time));

  function inputsOf(peer: PeerModel, { operation, ua, operator }: OperationCopy): readonly AirspaceInput[] {
    const peerSensorId = findCloudSensorId(deps.db, peer.id) ?? peer.name;
    const origin = { peerSensorId, receivedMs: deps.clock.now() };
    const past = <T extends AirspaceInput>(input: T) => ({ ...input, isPast: true }) as const;
    const own = new Set(ua.filter((one) => isOurs(one.sensor_id, one.timestamp)).map((one) => one.sensor_id));
    const isTaken = ({ sensor_id: sensorId }: { readonly sensor_id: string }) => !own.has(sensorId);
    return [
      ...ua.filter(isTaken).map((record) => past(fromUaTelemetry(record, operation, origin))),
      ...operator.filter(isTaken).map((record) => past(fromOperatorTelemetry(record, operation, origin))),
    ];
  }

  return {
    isOwnFlight: (operationId) => deps.accountData.flightCopies.find(operationId) !== undefined,
    async record(peer, copy) {
      const feed = { sensorId: peer.name, isLive: false, onRefused: () => undefined };
      await pipeline.take(feed, inputsOf(peer, copy));
    },
    zonesProblem(localUser) {
      const isAllowed = localUser === LOCAL_OPERATOR.userId || deps.accounts.findUser(localUser)?.isAdministrator;
      return isAllowed === true ? undefined : "Only an administrator of this station can store zones.";
    },
    saveZones: deps.accountData.saveZoneCopy,
  };
}
