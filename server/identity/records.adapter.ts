import { errors } from "oidc-provider";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "../kernel/clock.ts";
import { SECOND_MS } from "../kernel/clock.ts";
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

export type AdapterDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly onGrantEnded?: (grantId: string) => void;
};

/** Stores the provider's records in the station's database, so that they survive a restart. */
export function createAdapter({ db, clock, onGrantEnded }: AdapterDeps, model: string): Adapter {
  const find = async (by: "id" | "user_code" | "uid", value: string) => payloadOf(findRecord(db, model, by, value));
  return {
    async upsert(id, payload, expiresInS) {
      upsertRecord(db, {
        model,
        id,
        payload,
        grantId: payload.grantId,
        userCode: payload.userCode,
        uid: model === "Session" ? payload.uid : undefined,
        expiresMs: expiresInS === undefined ? undefined : clock.now() + expiresInS * SECOND_MS,
      });
    },
    find: async (id) => (model === "Client" ? findStoredClient(db, id)?.metadata : await find("id", id)),
    findByUserCode: (userCode) => find("user_code", userCode),
    findByUid: (uid) => find("uid", uid),
    async consume(id) {
      if (consumeRecord(db, model, id, clock.now())) return;
      // The provider has checked before, but two requests with the same token may both have found it unused.
      const grantId = payloadOf(findRecord(db, model, "id", id))?.grantId;
      if (grantId !== undefined) {
        removeFamily(db, grantId);
        onGrantEnded?.(grantId);
      }
      throw new errors.InvalidGrant(`${model} already used`);
    },
    async destroy(id) {
      removeRecord(db, model, id);
      if (model === "Grant") onGrantEnded?.(id);
    },
    async revokeByGrantId(grantId) {
      removeRecordsOfGrant(db, model, grantId);
    },
  };
}

function payloadOf(found: FoundRecord | undefined): AdapterPayload | undefined {
  if (found === undefined) return undefined;
  const { consumedMs } = found;
  const payload = found.payload as AdapterPayload;
  return consumedMs === undefined ? payload : { ...payload, consumed: Math.floor(consumedMs / SECOND_MS) };
}
