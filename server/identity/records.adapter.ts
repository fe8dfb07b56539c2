import { errors } from "oidc-provider";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "../kernel/clock.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Sealing } from "../kernel/sealing.ts";
import type { WritableDb } from "../storage/database.ts";
import { findStoredClient } from "./clients.store.ts";
import type { FoundRecord } from "./records.store.ts";
import {
  consumeRecord,
  findRecord,
  removeFamily,
  removeRecord,
  removeRecordsOfGrant,
  upsertRecord,
} from "./records.store.ts";
import { openPayload, sealPayload, storedId } from "./sealed-records.ts";

export type AdapterDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly sealing: Sealing;
  readonly onGrantEnded?: (grantId: string) => void;
};

/** Stores the provider's records in the station's database, so that they survive a restart. */
export function createAdapter({ db, clock, sealing, onGrantEnded }: AdapterDeps, model: string): Adapter {
  const find = async (by: "id" | "user_code" | "uid", value: string) =>
    payloadOf(findRecord(db, model, by, value), sealing);
  return {
    async upsert(id, payload, expiresInS) {
      upsertRecord(db, {
        model,
        id: storedId(model, id),
        payload: sealPayload(payload, sealing),
        grantId: payload.grantId,
        userCode: payload.userCode,
        uid: model === "Session" ? payload.uid : undefined,
        expiresMs: expiresInS === undefined ? undefined : clock.now() + expiresInS * SECOND_MS,
      });
    },
    find: async (id) =>
      model === "Client" ? findStoredClient(db, id)?.metadata : await find("id", storedId(model, id)),
    findByUserCode: (userCode) => find("user_code", userCode),
    findByUid: (uid) => find("uid", uid),
    async consume(id) {
      const stored = storedId(model, id);
      if (consumeRecord(db, model, stored, clock.now())) return;
      // The provider has checked before, but two requests with the same token may both have found it unused.
      const grantId = payloadOf(findRecord(db, model, "id", stored), sealing)?.grantId;
      if (grantId !== undefined) {
        removeFamily(db, grantId);
        onGrantEnded?.(grantId);
      }
      throw new errors.InvalidGrant(`${model} already used`);
    },
    async destroy(id) {
      removeRecord(db, model, storedId(model, id));
      if (model === "Grant") onGrantEnded?.(id);
    },
    async revokeByGrantId(grantId) {
      removeRecordsOfGrant(db, model, grantId);
    },
  };
}

function payloadOf(found: FoundRecord | undefined, sealing: Sealing): AdapterPayload | undefined {
  if (found === undefined) return undefined;
  const { consumedMs } = found;
  const payload = openPayload(found.payload as AdapterPayload, sealing);
  if (payload === undefined) return undefined;
  return consumedMs === undefined ? payload : { ...payload, consumed: Math.floor(consumedMs / SECOND_MS) };
}
