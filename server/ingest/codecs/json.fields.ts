import { Buffer } from "node:buffer";
import type { TransmissionTechnology } from "../../contracts/common.ts";
import { isRecord } from "../../kernel/is-record.ts";
import type { Decoded, RefusalReason, Refused } from "../decoded.ts";
import { withoutControlCharacters } from "./bytes.text.ts";
import { keysOf, spelling, type Keys } from "./json.keys.ts";

const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);
const ISO_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i;
const CANONICAL_MAC = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/;
const NO_MAC = "00:00:00:00:00:00";
const MAC = /^([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})[:-]?([0-9a-f]{2})$/;

export type Range = { readonly min: number; readonly max: number };

const LATITUDES: Range = { min: -90, max: 90 };
const LONGITUDES: Range = { min: -180, max: 180 };

/** Faults that refuse the whole object, and faults of a single field. */
type Faults = { readonly refusing: Refused[]; readonly unusable: Refused[] };

/**
 * Reads the fields of one JSON object: liberal in types (numbers in strings, any spelling of a key), strict in ranges.
 * Absent and `null` read as `null`; the first fault is kept with the name of its field. It refuses the object, unless
 * the field is read as a `secondary` one.
 */
export class JsonFields {
  readonly #object: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #faults: Faults;
  readonly #keys: Keys;
  #secondary: JsonFields | undefined;

  /** `path` is the prefix of field names in faults (`Location.`); parts share the faults of the whole object. */
  constructor(
    object: Readonly<Record<string, unknown>>,
    path = "",
    faults: Faults = { refusing: [], unusable: [] },
    keys = keysOf(object),
  ) {
    this.#object = object;
    this.#path = path;
    this.#faults = faults;
    this.#keys = keys;
  }

  get fault(): Refused | undefined {
    return this.#faults.refusing[0];
  }

  /**
   * The same fields, but a fault drops only the field: for fields that are neither identity, position nor time. The
   * binary messages have no such faults, because nearly all of their values are valid.
   */
  get secondary(): JsonFields {
    const { unusable } = this.#faults;
    return (this.#secondary ??= new JsonFields(this.#object, this.#path, { refusing: unusable, unusable }, this.#keys));
  }

  /** The result of `read` for the secondary fields, all or nothing: `undefined` if one of them is invalid. */
  whole<T>(read: (fields: JsonFields) => T): T | undefined {
    const { unusable } = this.#faults;
    const before = unusable.length;
    const value = read(this.secondary);
    return unusable.length === before ? value : undefined;
  }

  /** The decoded parts of the object, with the first field that was left out; only the fault where it is refused. */
  outcome(...decoded: readonly Decoded[]): Decoded[] {
    if (this.fault !== undefined) return [this.fault];
    const leftOut = this.#faults.unusable[0];
    return leftOut === undefined ? [...decoded] : [...decoded, { ...leftOut, reason: "unusable_field" }];
  }

  refuse(reason: RefusalReason, field: string, why: string): null {
    const path = `${this.#path}${field}`;
    // Only the names inside `odid` are the same in all formats.
    this.#faults.refusing.push({
      kind: "refused",
      reason,
      field: path.replace(/^odid\./, ""),
      detail: `${path}: ${why}`,
    });
    return null;
  }

  /** The first of `names` that is present and not `null`. */
  value(...names: readonly string[]): unknown {
    return this.#value(names);
  }

  // The names go on as one list: to spread them again into each call takes a third of the time of reading a field.
  #value(names: readonly string[]): unknown {
    for (let index = 0; index < names.length; index++) {
      const key = this.#keys.named(names[index]!);
      const value = key === null ? undefined : this.#object[key];
      if (value !== undefined && value !== null && value !== "") return value;
    }
    return undefined;
  }

  /** The same where it is a text or a number; anything else is a fault. */
  scalar(...names: readonly string[]): string | number | undefined {
    return this.#scalar(names);
  }

  #scalar(names: readonly string[]): string | number | undefined {
    const raw = this.#value(names);
    if (raw === undefined || typeof raw === "string" || typeof raw === "number") return raw;
    this.refuse("value_out_of_range", names[0]!, `${describeValue(raw)} is neither text nor number`);
    return undefined;
  }

  number(range: Range, ...names: readonly string[]): number | null {
    return this.#number(range, names);
  }

  #number(range: Range, names: readonly string[]): number | null {
    const raw = this.#scalar(names);
    if (raw === undefined) return null;
    const value = typeof raw === "number" ? raw : raw.trim() === "" ? Number.NaN : Number(raw);
    if (!Number.isFinite(value))
      return this.refuse("value_out_of_range", names[0]!, `${describeValue(raw)} is not a number`);
    if (value >= range.min && value <= range.max) return value;
    return this.refuse("value_out_of_range", names[0]!, `${value} is not within ${range.min} and ${range.max}`);
  }

  /** A number where `unknown` is the marker for "not known". */
  known(unknown: number, range: Range, ...names: readonly string[]): number | null {
    const raw = this.#scalar(names);
    return raw === undefined || Number(raw) === unknown ? null : this.#number(range, names);
  }

  /** Latitude and longitude: both, or neither; (0, 0) marks an unknown position. */
  position(latitudeNames: readonly string[], longitudeNames: readonly string[]): Position {
    const latitude = this.#number(LATITUDES, latitudeNames);
    const longitude = this.#number(LONGITUDES, longitudeNames);
    if (latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0)) return { latitude, longitude };
    if (this.#value(latitudeNames) === undefined && longitude !== null) {
      this.refuse("missing_field", latitudeNames[0]!, "a position without latitude");
    }
    if (this.#value(longitudeNames) === undefined && latitude !== null) {
      this.refuse("missing_field", longitudeNames[0]!, "a position without longitude");
    }
    return { latitude: null, longitude: null };
  }

  text(maxBytes: number, ...names: readonly string[]): string | null {
    const raw = this.#scalar(names);
    if (raw === undefined) return null;
    const text = withoutControlCharacters(String(raw)).trim();
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxBytes) return text === "" ? null : text;
    return this.refuse("value_out_of_range", names[0]!, `${bytes} bytes long, ${maxBytes} at most`);
  }

  /** Unix milliseconds of a time in seconds, milli-, micro- or nanoseconds, or ISO 8601 with its offset. */
  moment(...names: readonly string[]): number | null {
    return this.#moment(names);
  }

  /** The same, of a format whose times are UTC also where their text has no offset. */
  utcMoment(...names: readonly string[]): number | null {
    return this.#moment(names, "Z");
  }

  #moment(names: readonly string[], usualOffset?: "Z"): number | null {
    const raw = this.#scalar(names);
    if (raw === undefined) return null;
    const timeMs = momentOf(raw, usualOffset);
    if (timeMs === undefined)
      return this.refuse("implausible_time", names[0]!, `${describeValue(raw)} is no time with an offset`);
    if (timeMs >= EARLIEST_MS && timeMs < LATEST_MS) return timeMs;
    return this.refuse("implausible_time", names[0]!, `${describeValue(raw)} is not of this century`);
  }

  /** A MAC address in any usual spelling, as lower-case with colons; all zeros is none. */
  mac(...names: readonly string[]): string | null {
    const raw = this.#scalar(names);
    if (raw === undefined) return null;
    if (typeof raw === "string" && CANONICAL_MAC.test(raw)) return raw === NO_MAC ? null : raw;
    const octets = MAC.exec(String(raw).trim().toLowerCase())?.slice(1);
    if (octets === undefined)
      return this.refuse("value_out_of_range", names[0]!, `${describeValue(raw)} is no MAC address`);
    return octets.every((octet) => octet === "00") ? null : octets.join(":");
  }

  /** A code by its number, or by its name: the index of the entry of `values` that the name is or ends with. */
  code(max: number, values: readonly string[], ...names: readonly string[]): number {
    const raw = this.#scalar(names);
    if (typeof raw === "string" && !/^\s*\d+\s*$/.test(raw)) return codeOfName(raw, values);
    const code = this.#number({ min: 0, max }, names) ?? 0;
    if (Number.isInteger(code)) return code;
    this.refuse("value_out_of_range", names[0]!, `${code} is not a whole number`);
    return 0;
  }

  /** `object` read in place of the part `name`: the same values in another arrangement. */
  renamed(name: string, object: Readonly<Record<string, unknown>>): JsonFields {
    return new JsonFields(object, `${this.#path}${name}.`, this.#faults);
  }

  /** An object within the object; a list gives its first. */
  part(...names: readonly string[]): JsonFields | undefined {
    return this.parts(...names)[0];
  }

  /** The objects of a list within the object; a single one counts as a list of one. */
  parts(...names: readonly string[]): JsonFields[] {
    const raw = this.#value(names);
    // Most parts are absent, and most others a single one.
    if (raw === undefined) return [];
    const partOf = (object: JsonObject["object"]) => new JsonFields(object, `${this.#path}${names[0]}.`, this.#faults);
    if (Array.isArray(raw)) return (raw as readonly unknown[]).filter(isRecord).map(partOf);
    return isRecord(raw) ? [partOf(raw)] : [];
  }
}

export type Position = { readonly latitude: number | null; readonly longitude: number | null };

export type JsonObject = { readonly kind: "object"; readonly object: Readonly<Record<string, unknown>> };

/** The object of a JSON text, or the reason why it is not one. */
export function jsonObjectOf(text: string): JsonObject | Refused {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { kind: "object", object: value };
    return { kind: "refused", reason: "malformed_json", detail: `${describeValue(value)} is not an object` };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: "refused", reason: "malformed_json", detail: error.message };
  }
}

/** Unix milliseconds of a time in any usual unit, `undefined` where it is not a time or lacks its offset. */
function momentOf(raw: string | number, usualOffset?: "Z"): number | undefined {
  if (typeof raw === "string" && !/^\s*[\d.]+\s*$/.test(raw)) {
    const [, local, offset = usualOffset] = ISO_TIME.exec(raw.trim().replace(" ", "T")) ?? [];
    if (local === undefined || offset === undefined) return undefined;
    const timeMs = Date.parse(`${local.replace(",", ".")}${offset}`);
    return Number.isFinite(timeMs) ? timeMs : undefined;
  }
  const value = Number(raw);
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (value < 1e11) return Math.floor(value * 1000);
  return Math.floor(value < 1e14 ? value : value < 1e17 ? value / 1e3 : value / 1e6);
}

/** The codes of Dronetag's receivers. */
const TECHNOLOGY_CODES: ReadonlyMap<string, TransmissionTechnology> = new Map([
  ["b4", "bluetooth_legacy"],
  ["b5", "bluetooth_long_range"],
  ["wb", "wifi_beacon"],
  ["wn", "wifi_nan"],
]);

/** ADS-B, ADS-L, OGN and UAT. */
const CREWED_CODES: ReadonlySet<string> = new Set(["ab", "al", "og", "ut"]);

/** Whether a Dronetag receiver marks this as traffic with a crew, and not as Remote ID. */
export function isCrewedTechnology(raw: unknown): boolean {
  return typeof raw === "string" && CREWED_CODES.has(spelling(raw));
}

/**
 * The technology for a receiver's word or code, in any usual spelling. Plain "Wi-Fi" is assumed to be beacons and plain
 * "Bluetooth" legacy advertising: what nearly every aircraft sends.
 */
export function technologyOf(raw: unknown): TransmissionTechnology {
  const word = typeof raw === "string" ? spelling(raw) : "";
  const code = TECHNOLOGY_CODES.get(word);
  if (code !== undefined) return code;
  if (/nan$|nan[^a-z]|wifiaware/.test(word)) return "wifi_nan";
  if (/wifi|wlan|beacon|bcn|80211/.test(word)) return "wifi_beacon";
  if (/longrange|lr|coded|ext|(bt|ble|bluetooth)5/.test(word)) return "bluetooth_long_range";
  if (/legacy|^(bt|ble|bluetooth)/.test(word)) return "bluetooth_legacy";
  return /network|nrid/.test(word) ? "network" : "unknown";
}

/** The longest entry with which the name ends; an unknown one comes from a newer device and is read as undeclared. */
function codeOfName(name: string, values: readonly string[]): number {
  const wanted = spelling(name);
  let code = 0;
  let longest = 0;
  for (const [index, value] of values.entries()) {
    const candidate = spelling(value);
    if (candidate.length <= longest || !wanted.endsWith(candidate)) continue;
    code = index;
    longest = candidate.length;
  }
  return code;
}

/** A value for use in a sentence. Objects are not spelled out: a deep one would exhaust the stack. */
function describeValue(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return withoutControlCharacters(typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value));
}
