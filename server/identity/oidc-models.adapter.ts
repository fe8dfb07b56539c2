import { errors } from "oidc-provider";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "../kernel/clock.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Sealing } from "../kernel/sealing.ts";
import type { WritableDb } from "../storage/database.ts";
import { findStoredClient } from "./clients.store.ts";
import type { FoundModel } from "./oidc-models.store.ts";
import {
  consumeModel,
  findModel,
  removeGrant,
  removeModel,
  removeModelsOfGrant,
  upsertModel,
} from "./oidc-models.store.ts";
import { openPayload, sealPayload, storedId } from "./sealed-models.ts";

export type AdapterDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly sealing: Sealing;
  readonly onGrantEnded?: (grantId: string) => void;
};

/** Stores the provider's models in the station's database, so that they survive a restart. */
export function createAdapter({ db, clock, sealing, onGrantEnded }: AdapterDeps, name: string): Adapter {
  const find = async (by: "id" | "user_code" | "uid", value: string) =>
    payloadOf(findModel(db, name, by, value), sealing);
  return {
    async upsert(id, payload, expiresInS) {
      upsertModel(db, {
        name,
        id: storedId(name, id),
        payload: sealPayload(payload, sealing),
        grantId: payload.grantId,
        userCode: payload.userCode,
        uid: name === "Session" ? payload.uid : undefined,
        expiresMs: expiresInS === undefined ? undefined : clock.now() + expiresInS * SECOND_MS,
      });
    },
    find: async (id) => (name === "Client" ? findStoredClient(db, id)?.metadata : await find("id", storedId(name, id))),
    findByUserCode: (userCode) => find("user_code", userCode),
    findByUid: (uid) => find("uid", uid),
    async consume(id) {
      const stored = storedId(name, id);
      if (consumeModel(db, name, stored, clock.now())) return;
      // The provider has checked before, but two requests with the same token may both have found it unused.
      const grantId = payloadOf(findModel(db, name, "id", stored), sealing)?.grantId;
      if (grantId !== undefined) {
        removeGrant(db, grantId);
        onGrantEnded?.(grantId);
      }
      throw new errors.InvalidGrant(`${name} already used`);
    },
    async destroy(id) {
      removeModel(db, name, storedId(name, id));
      if (name === "Grant") onGrantEnded?.(id);
    },
    async revokeByGrantId(grantId) {
      removeModelsOfGrant(db, name, grantId);
    },
  };
}

function payloadOf(found: FoundModel | undefined, sealing: Sealing): AdapterPayload | undefined {
  if (found === undefined) return undefined;
  const { consumedMs } = found;
  const payload = openPayload(found.payload as AdapterPayload, sealing);
  if (payload === undefined) return undefined;
  return consumedMs === undefined ? payload : { ...payload, consumed: Math.floor(consumedMs / SECOND_MS) };
}
