import type { SimBundle, SimBundleInput, SimCardUpdate } from "../../contracts/sim-cards.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import { patchValue } from "../../kernel/patch-value.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

export type SimCardModel = {
  readonly iccid: string;
  readonly imsi: string | null;
  readonly msisdn: string | null;
  readonly ip: string | null;
  readonly activatedMs: number | null;
  readonly providerName: string | null;
  readonly providerAcronym: string | null;
  readonly note: string | null;
  readonly usedDataBytes: number | null;
  readonly dataQuotaBytes: number | null;
  readonly bundles: readonly SimBundle[];
};

type Row = Omit<SimCardModel, "bundles"> & { readonly bundles: string };

export function findSimCard(db: ReadableDb, iccid: string): SimCardModel | undefined {
  const row = db
    .prepare<[string], Row>(
      `SELECT iccid, imsi, msisdn, ip, activated_ms AS activatedMs, provider_name AS providerName,
         provider_acronym AS providerAcronym, note, used_data_bytes AS usedDataBytes,
         data_quota_bytes AS dataQuotaBytes, bundles
       FROM sim_card WHERE iccid = ?`,
    )
    .get(iccid);
  return row && { ...row, bundles: JSON.parse(row.bundles) as readonly SimBundle[] };
}

/** A card of which only the ICCID is known; it has no row. */
export function unknownSimCard(iccid: string): SimCardModel {
  return {
    iccid,
    imsi: null,
    msisdn: null,
    ip: null,
    activatedMs: null,
    providerName: null,
    providerAcronym: null,
    note: null,
    usedDataBytes: null,
    dataQuotaBytes: null,
    bundles: [],
  };
}

export function saveSimCard(db: WritableDb, card: SimCardModel): void {
  db.prepare(
    `INSERT OR REPLACE INTO sim_card VALUES (@iccid, @imsi, @msisdn, @ip, @activatedMs, @providerName, @providerAcronym,
       @note, @usedDataBytes, @dataQuotaBytes, @bundles)`,
  ).run({ ...card, bundles: JSON.stringify(card.bundles) });
}

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

export function applyUpdate(card: SimCardModel, update: SimCardUpdate): SimCardModel {
  return {
    ...card,
    imsi: patchValue(update.imsi, card.imsi),
    msisdn: patchValue(update.msisdn, card.msisdn),
    ip: patchValue(update.ip, card.ip),
    activatedMs: patchValue(update.activated === null ? null : msOf(update.activated), card.activatedMs),
    providerName: patchValue(update.provider_name, card.providerName),
    providerAcronym: patchValue(update.provider_acronym, card.providerAcronym),
    note: patchValue(update.note, card.note),
    usedDataBytes: patchValue(update.used_data_bytes, card.usedDataBytes),
    dataQuotaBytes: patchValue(update.data_quota_bytes, card.dataQuotaBytes),
    bundles: update.active_data_bundles?.map(toBundle) ?? card.bundles,
  };
}

/** Times are kept as they are answered: in UTC, with milliseconds. */
function toBundle(given: SimBundleInput): SimBundle {
  const utc = (time: string | null) => (time === null ? null : isoFromMs(Date.parse(time)));
  return {
    ...given,
    date_purchased: utc(given.date_purchased),
    date_paid: utc(given.date_paid),
    date_expiration: utc(given.date_expiration),
    date_activated: utc(given.date_activated),
    date_active_until: utc(given.date_active_until),
  };
}
