import { isRecord } from "../../kernel/is-record.ts";

type JsonObject = Readonly<Record<string, unknown>>;

export const BASIC_ID = "Basic ID";
export const LOCATION = "Location/Vector Message";
export const SYSTEM = "System Message";
export const SELF_ID = "Self-ID Message";
export const OPERATOR_ID = "Operator ID Message";
/** Messages of which an aircraft has at most one; it may have several Basic IDs. */
const SINGLE_PARTS = [LOCATION, SYSTEM, SELF_ID, OPERATOR_ID] as const;
const PARTS: ReadonlySet<string> = new Set([
  BASIC_ID,
  ...SINGLE_PARTS,
  "Authentication Message",
  "Frequency Message",
  "AUX_ADV_IND",
]);

/** Fields that may form a separate object beside the messages of a list. */
const LOOSE_FIELDS: ReadonlySet<string> = new Set(["MAC", "RSSI", "ADI", "message_type"]);
/** A serial number and a registration may be broadcast together. */
const MAX_BASIC_IDS = 2;

/** Whether an object contains messages, or other parts, of the output of WarDragon's decoder. */
export function isDragonSyncPart(object: JsonObject): boolean {
  // This runs for every line of a receiver: the fields are looked up in sets, which is faster than `in`.
  const fields = Object.keys(object);
  return (
    fields.some((field) => PARTS.has(field)) || (fields.length > 0 && fields.every((field) => LOOSE_FIELDS.has(field)))
  );
}

/**
 * Joins the objects of one list to one object per aircraft, because the decoder writes each message into a separate
 * object. A repeated message or a different address starts the next aircraft.
 */
export function joinDragonSyncParts(objects: readonly JsonObject[]): JsonObject[] {
  const joined: Record<string, unknown>[] = [];
  for (const object of objects) {
    const current = joined.at(-1);
    if (current === undefined || contradicts(current, object)) {
      joined.push({ ...object, [BASIC_ID]: listOf(object[BASIC_ID]) });
    } else {
      const ids = [...listOf(current[BASIC_ID]), ...listOf(object[BASIC_ID])];
      Object.assign(current, object, { [BASIC_ID]: ids });
    }
  }
  return joined;
}

function contradicts(current: JsonObject, next: JsonObject): boolean {
  const [mac, nextMac] = [macIn(current), macIn(next)];
  if (mac !== undefined && nextMac !== undefined && mac !== nextMac) return true;
  const ids = typesIn(current);
  if (ids.length + typesIn(next).length > MAX_BASIC_IDS || typesIn(next).some((type) => ids.includes(type)))
    return true;
  return SINGLE_PARTS.some((part) => part in current && part in next);
}

function typesIn(object: JsonObject): readonly unknown[] {
  return listOf(object[BASIC_ID]).map((id) => (isRecord(id) ? id["id_type"] : undefined));
}

function macIn(object: JsonObject): string | undefined {
  const ids = listOf(object[BASIC_ID]).filter(isRecord);
  const mac = object["MAC"] ?? ids.map((id) => id["MAC"]).find((one) => one !== undefined);
  return typeof mac === "string" ? mac.toLowerCase() : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}
