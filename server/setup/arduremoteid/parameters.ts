import type { SetupValue } from "../../contracts/setup.ts";

/** A parameter of ArduRemoteID 1.14, from its table: the module itself checks neither type nor range. */
export type Parameter = {
  readonly name: string;
  readonly type: "int" | "number";
  /** Null where it differs from board to board. */
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  readonly unit: string | null;
  readonly needsRestart: boolean;
  readonly isDangerous: boolean;
  readonly description: string;
};

type Extra = Partial<Pick<Parameter, "type" | "unit" | "needsRestart" | "isDangerous">>;

function parameter(
  name: string,
  [standard, min, max]: readonly [standard: number | null, min: number, max: number],
  description: string,
  extra: Extra = {},
): Parameter {
  return {
    name,
    type: extra.type ?? "int",
    default: standard,
    min,
    max,
    unit: extra.unit ?? null,
    needsRestart: extra.needsRestart ?? false,
    isDangerous: extra.isDangerous ?? false,
    description,
  };
}

const rate = (name: string, standard: number, medium: string) =>
  parameter(name, [standard, 0, 5], `How often the aircraft is broadcast over ${medium}; 0 switches it off.`, {
    type: "number",
    unit: "Hz",
  });

const power = (name: string, [standard, min, max]: readonly [number, number, number], medium: string) =>
  parameter(name, [standard, min, max], `Transmission power of ${medium}.`, { type: "number", unit: "dBm" });

const uaType = "Type of the aircraft as in ASTM F3411 (1 aeroplane, 2 helicopter or multirotor, … 15 other)";
const idType = "Type of the UAS id (1 serial number, 2 registration, 3 UTM UUID, 4 session id)";
const hasTwo = "a second id is broadcast beside the first";

/** In the order in which the module lists them. */
export const PARAMETERS: readonly Parameter[] = [
  parameter(
    "LOCK_LEVEL",
    [0, -1, 2],
    "0 leaves the settings open, 1 locks them against changes without a signature, 2 also burns fuses of the chip, which nothing undoes; -1 accepts unsigned firmware.",
    { isDangerous: true },
  ),
  parameter("CAN_NODE", [0, 0, 127], "Number of the module on the CAN bus; 0 lets the bus assign one."),
  parameter("CAN_TERMINATE", [null, 0, 1], "Whether the module terminates the CAN bus (1), being at its end."),
  parameter("UAS_TYPE", [0, 0, 15], `${uaType}; 0 takes it from the next id that the module receives.`),
  parameter("UAS_ID_TYPE", [0, 0, 4], `${idType}; 0 takes it from the next id that the module receives.`),
  parameter("UAS_TYPE_2", [0, 0, 15], `${uaType}, where ${hasTwo}.`),
  parameter("UAS_ID_TYPE_2", [0, 0, 4], `${idType}, where ${hasTwo}.`),
  parameter("BAUDRATE", [57_600, 9600, 921_600], "Rate of the serial ports.", { unit: "baud", needsRestart: true }),
  rate("WIFI_NAN_RATE", 0, "Wi-Fi NAN"),
  rate("WIFI_BCN_RATE", 0, "Wi-Fi beacons"),
  power("WIFI_POWER", [20, 2, 20], "Wi-Fi"),
  rate("BT4_RATE", 1, "Bluetooth legacy"),
  power("BT4_POWER", [18, -27, 18], "Bluetooth legacy"),
  rate("BT5_RATE", 1, "Bluetooth long range"),
  power("BT5_POWER", [18, -27, 18], "Bluetooth long range"),
  parameter("WEBSERVER_EN", [1, 0, 1], "Whether the module opens a Wi-Fi network with a page for its settings (1)."),
  parameter("WIFI_CHANNEL", [6, 1, 13], "Wi-Fi channel."),
  parameter("BCAST_POWERUP", [1, 0, 1], "Whether it broadcasts from power-on (1), or from the first position on (0)."),
  parameter(
    "MAVLINK_SYSID",
    [0, 0, 254],
    "System id of the aircraft; 0 takes that of the first flight controller received.",
  ),
  parameter(
    "OPTIONS",
    [0, 0, 7],
    "Sum of: 1 always reports that it is ready, 2 does not store ids that it receives, 4 prints what it receives.",
  ),
  parameter("TO_DEFAULTS", [0, 0, 1], "1 erases all settings, the UAS id included, and restarts the module.", {
    needsRestart: true,
    isDangerous: true,
  }),
];

const byName = new Map(PARAMETERS.map((one) => [one.name, one]));

export function findParameter(name: string): Parameter | undefined {
  return byName.get(name);
}

/** Only some boards have it. */
export const OPTIONAL_PARAMETER = "CAN_TERMINATE";

export const OPTION_ALWAYS_READY = 1;
export const OPTION_KEEPS_NO_ID = 2;

export function hasOption(options: number | undefined, option: number): boolean {
  return ((options ?? 0) & option) !== 0;
}

/** Rates that are tried to find a device, the module's default first. */
export const MODULE_BAUD_RATES: readonly number[] = [57_600, 115_200, 921_600, 460_800, 230_400, 38_400, 9600];

/** A parameter with the value that the module reports; one that is not in the table has no further properties. */
export function setupValueOf(name: string, value: number): SetupValue {
  const known = findParameter(name);
  return {
    name,
    value,
    type: known?.type ?? "number",
    default: known?.default ?? null,
    min: known?.min ?? null,
    max: known?.max ?? null,
    unit: known?.unit ?? null,
    needs_restart: known?.needsRestart ?? false,
    is_dangerous: known?.isDangerous ?? false,
    is_secret: false,
    is_known: known !== undefined,
    description: known?.description ?? null,
  };
}
