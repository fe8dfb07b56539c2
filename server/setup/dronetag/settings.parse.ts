import { isDeepStrictEqual } from "node:util";
import type { SetupValue } from "../../contracts/setup.ts";

/** A setting as the device reports it. */
export type Setting = {
  /** Null where there is no value that could be shown correctly; such a setting is never written. */
  readonly value: unknown;
  readonly type: SetupValue["type"];
};

export type Settings = ReadonlyMap<string, Setting>;

/** Stands for a whole number with more digits than JavaScript keeps. */
const INEXACT = Symbol("inexact");
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

type Reviver = (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** The settings in an object of JSON; undefined where the bytes are not one. */
export function parseSettings(bytes: Uint8Array): Settings | undefined {
  const decimals = new Map<unknown, Set<string>>();
  const revive: Reviver = function revive(key, value, context) {
    if (typeof value !== "number") return value;
    const literal = context?.source ?? String(value);
    if (/^-?\d+$/.test(literal)) return Number.isSafeInteger(value) ? value : INEXACT;
    const keys = decimals.get(this) ?? new Set();
    decimals.set(this, keys.add(key));
    return value;
  };
  try {
    const parsed: unknown = JSON.parse(strictUtf8.decode(bytes), revive);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
    const isDecimal = (name: string) => decimals.get(parsed)?.has(name) === true;
    return new Map(Object.entries(parsed).map(([name, value]) => [name, settingOf(value, isDecimal(name))]));
  } catch {
    return undefined;
  }
}

function settingOf(value: unknown, isDecimal: boolean): Setting {
  switch (typeof value) {
    case "boolean":
      return { value, type: "boolean" };
    case "string":
      return { value, type: "string" };
    case "number":
      return { value, type: isDecimal ? "number" : "int" };
    default:
      return { value: isInexact(value) ? null : value, type: "json" };
  }
}

function isInexact(value: unknown): boolean {
  if (value === INEXACT) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isInexact);
}

/** A value as JSON, with the type that the device gave it: 3 is written as `3.0` where it reports decimals. */
export function literalOf(value: unknown, type: SetupValue["type"] | undefined): string {
  const literal = JSON.stringify(value);
  return type === "number" && /^-?\d+$/.test(literal) ? `${literal}.0` : literal;
}

/** Whether what was read is what was wanted. A device keeps decimals with 32 bits: more digits are not compared. */
export function isSameValue(read: unknown, wanted: unknown): boolean {
  if (typeof read === "number" && typeof wanted === "number") {
    if (Number.isInteger(read) && Number.isInteger(wanted)) return read === wanted;
    return Math.fround(read) === Math.fround(wanted);
  }
  return isDeepStrictEqual(read, wanted);
}
