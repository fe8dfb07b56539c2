import { ccmTag } from "./aes-ccm.ts";

export type DeviceSettings = Record<string, unknown>;

export type DronetagStore = {
  /** All settings as the device writes them: indented, and decimals as decimals. */
  readonly text: () => string;
  /** The values in use, without write-only ones. */
  readonly current: () => DeviceSettings;
  /** Applies an object that was sent to the settings channel. */
  readonly take: (sent: DeviceSettings) => void;
  /** Loads the stored values, as at a start. */
  readonly reload: () => void;
  /** Everything that was ever accepted, in order. */
  readonly accepted: readonly (readonly [name: string, value: unknown])[];
};

export type StoreOptions = {
  readonly serialNumber: string;
  readonly settings: DeviceSettings;
  /** Keys by slot, base64. */
  readonly keys?: readonly string[];
  /** Group of the access vectors that a setting belongs to; 0 for those that are not named. */
  readonly groups?: Readonly<Record<string, number>>;
  /** A device whose flash is worn out: it accepts values, and loses them at a restart. */
  readonly forgets?: boolean;
};

const KEY_NAME = /^settings\/key_([012])$/;

/**
 * The settings of a Dronetag as its documents describe them: values are applied by name and kept with `save`; keys are
 * write-only; a locked device accepts only a signed object with its own serial number, and of that only settings that
 * the access vector of the key permits; it cannot be locked without a key.
 */
export function createDronetagStore(options: StoreOptions): DronetagStore {
  const accepted: [string, unknown][] = [];
  const keys: (string | undefined)[] = [...(options.keys ?? [])];
  let stored = structuredClone(options.settings);
  let current = structuredClone(options.settings);
  let storedKeys = [...keys];

  const decimals = new Set(Object.entries(options.settings).flatMap(([name, value]) => (isDecimal(value) ? name : [])));
  const isLocked = () => current["settings/lock"] === true;
  const takeOne = (name: string, value: unknown) => {
    const slot = KEY_NAME.exec(name)?.[1];
    if (slot !== undefined) {
      if (typeof value !== "string" || Buffer.from(value, "base64").length !== 32) return;
      keys[Number(slot)] = value;
    } else {
      const isWhole = typeof value === "bigint";
      value = isWhole ? Number(value) : value;
      if (!(name in current) || typeof current[name] !== typeof value) return;
      // It accepts a decimal only in decimal notation.
      if (decimals.has(name) && isWhole) return;
      if (name === "settings/lock" && value === true && keys.every((key) => key === undefined)) return;
      current[name] = value;
    }
    accepted.push([name, value]);
  };
  const takeAll = (sent: DeviceSettings, canChange: (name: string) => boolean) => {
    for (const [name, value] of Object.entries(sent)) {
      if (name !== "save" && name !== "sn" && canChange(name)) takeOne(name, value);
    }
    if (sent["save"] !== true || options.forgets === true) return;
    stored = structuredClone(current);
    storedKeys = [...keys];
  };
  const slotOf = (content: string, signature: string): number =>
    keys.findIndex((key) => {
      if (key === undefined) return false;
      const tag = ccmTag(Buffer.from(key, "base64"), new Uint8Array(13), Buffer.from(content, "utf8"), 16);
      return Buffer.from(tag).equals(Buffer.from(signature, "base64"));
    });

  return {
    accepted,
    current: () => structuredClone(current),
    text() {
      const members = Object.entries(current).map(([name, value]) => {
        const literal = JSON.stringify(value, null, 1);
        return ` ${JSON.stringify(name)}: ${decimals.has(name) && !literal.includes(".") ? `${literal}.0` : literal}`;
      });
      return `{\n${members.join(",\n")}\n}`;
    },
    take(sent) {
      if (!isLocked()) return takeAll(sent, () => true);
      const { cnt, sig } = sent;
      if (typeof cnt !== "string" || typeof sig !== "string") return;
      const slot = slotOf(cnt, sig);
      const access = current[`settings/acl_${slot}`];
      if (slot < 0 || typeof access !== "string") return;
      const content = objectOf(Buffer.from(cnt, "base64").toString("utf8"));
      if (content?.["sn"] !== options.serialNumber) return;
      takeAll(content, (name) => hasAccess(access, options.groups?.[name] ?? 0));
    },
    reload() {
      current = structuredClone(stored);
      keys.splice(0, keys.length, ...storedKeys);
    },
  };
}

/** Bit 0 of the vector is the lowest of its first byte. */
function hasAccess(vector: string, group: number): boolean {
  const byte = Buffer.from(vector, "base64")[Math.floor(group / 8)] ?? 0;
  return ((byte >> (group % 8)) & 1) === 1;
}

/** An object of JSON, whose own members are `bigint` where a whole number is written. */
export function objectOf(text: string): DeviceSettings | undefined {
  const wholes = new Map<unknown, string[]>();
  const revive = function revive(this: unknown, key: string, value: unknown, context?: { readonly source?: string }) {
    if (typeof value === "number" && /^-?\d+$/.test(context?.source ?? "")) {
      wholes.set(this, [...(wholes.get(this) ?? []), key]);
    }
    return value;
  };
  try {
    const value: unknown = JSON.parse(text, revive);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const object: DeviceSettings = { ...value };
    for (const name of wholes.get(value) ?? []) object[name] = BigInt(Number(object[name]));
    return object;
  } catch {
    return undefined;
  }
}

function isDecimal(value: unknown): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}
