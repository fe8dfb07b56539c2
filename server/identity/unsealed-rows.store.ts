import type { AdapterPayload } from "oidc-provider";
import type { Sealing } from "../kernel/sealing.ts";
import type { WritableDb } from "../storage/database.ts";
import { HASHED, isCredential, sealPayload, storedId } from "./sealed-models.ts";

type Row = { readonly model: string; readonly id: string; readonly payload: string };
type KeyRow = { readonly kid: string; readonly jwk: string };

/** Seals values that earlier versions stored unsealed. Does nothing where everything is sealed. */
export function sealUnsealedRows(db: WritableDb, sealing: Sealing): void {
  const models = db
    .prepare<[], Row>("SELECT model, id, payload FROM oidc_record")
    .all()
    .filter(({ model, id }) => isCredential(model) && !id.startsWith(HASHED));
  const keys = db
    .prepare<[], KeyRow>("SELECT kid, jwk FROM signing_key")
    .all()
    .filter(({ jwk }) => !sealing.isSealed(jwk));
  if (models.length === 0 && keys.length === 0) return;
  // Without this, the bytes that are replaced stay in the file.
  db.pragma("secure_delete = ON");
  const changeModel = db.prepare("UPDATE OR REPLACE oidc_record SET id = ?, payload = ? WHERE model = ? AND id = ?");
  const changeKey = db.prepare("UPDATE signing_key SET jwk = ? WHERE kid = ?");
  db.transaction(() => {
    for (const { model, id, payload } of models) {
      const sealed = sealPayload(JSON.parse(payload) as AdapterPayload, sealing);
      changeModel.run(storedId(model, id), JSON.stringify(sealed), model, id);
    }
    for (const { kid, jwk } of keys) changeKey.run(sealing.seal(jwk), kid);
  })();
  db.pragma("secure_delete = OFF");
}
