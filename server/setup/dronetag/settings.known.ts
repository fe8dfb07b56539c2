import { DRONETAG_LOCK } from "../../contracts/setup.file.ts";
import type { SetupValue } from "../../contracts/setup.ts";
import { KEY_BYTES } from "./signature.ts";
import type { Setting } from "./settings.parse.ts";

/** The rules of the maker's documents for a setting; for most settings there are none. */
type KnownSetting = {
  readonly description: string;
  /** Why a wanted value of the right type is refused. */
  readonly issueOf?: (value: unknown) => string | undefined;
};

export const LOCK = DRONETAG_LOCK;
/** The access vector of the only key that this station makes. */
export const ACCESS = "settings/acl_0";
export const KEY = "settings/key_0";
const BRIGHTNESS = "app/brightness";

const KNOWN: Readonly<Record<string, KnownSetting>> = {
  [BRIGHTNESS]: { description: "Brightness of the device's light, as a number; its scale is not documented." },
  "dt_log_mux/enable": { description: "Whether the device sends its log over USB." },
  [LOCK]: {
    description: "Whether the device accepts only changes that are signed with a key that it holds.",
    issueOf: (value) =>
      isLockedValue(value) ? "is not set here: “Protect” makes a key first, and proves that it works" : undefined,
  },
  "settings/acl_0": accessVector(1),
  "settings/acl_1": accessVector(2),
  "settings/acl_2": accessVector(3),
};

/** Words of a request, never the name of a setting. */
const COMMANDS: ReadonlySet<string> = new Set(["save", "reset", "sn", "cnt", "sig"]);

function accessVector(key: number): KnownSetting {
  return {
    description: `What key ${key} may change: 256 bits in base64, one for each group of settings.`,
    issueOf(value) {
      const isVector = typeof value === "string" && /^[A-Za-z0-9+/]{43}=$/.test(value);
      return isVector && Buffer.from(value, "base64").length === KEY_BYTES ? undefined : "must be 32 bytes in base64";
    },
  };
}

/** Whether a value of the lock setting means that the device is locked. */
export function isLockedValue(value: unknown): boolean {
  return value === true || value === 1;
}

export function knownSetting(name: string): KnownSetting | undefined {
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
}

/** Whether the value of a setting is never shown, logged or stored. */
export function isSecretName(name: string): boolean {
  return /key|pass|psk|secret|token/i.test(name);
}

/** Whether a name can be sent as a setting: commands and keys cannot, even if a device reports them. */
export function isWritableName(name: string): boolean {
  return !COMMANDS.has(name) && !/^settings\/key_\d+$/.test(name);
}

export function isDangerousName(name: string): boolean {
  return /^settings\/acl_\d+$/.test(name);
}

/** A setting in the form in which it is shown. */
export function setupValueOf(name: string, { value, type }: Setting): SetupValue {
  const known = knownSetting(name);
  return {
    name,
    value,
    type,
    default: null,
    min: null,
    max: null,
    unit: null,
    // The maker's own tool restarts the device after every change, and only then it is certain that the value was kept.
    needs_restart: true,
    is_dangerous: isDangerousName(name),
    is_secret: isSecretName(name),
    is_known: known !== undefined,
    description: known?.description ?? (value === null ? "Has no value that can be set here." : null),
  };
}
