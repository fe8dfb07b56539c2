/** Names of flight modes, as the firmware's own documentation has them. */

const ARDUPILOT = 3;
const PX4 = 12;
const CUSTOM_MODE_ENABLED = 1;

/** ArduPilot Copter, by `custom_mode`. */
const COPTER: Readonly<Record<number, string>> = {
  0: "STABILIZE",
  1: "ACRO",
  2: "ALT_HOLD",
  3: "AUTO",
  4: "GUIDED",
  5: "LOITER",
  6: "RTL",
  7: "CIRCLE",
  9: "LAND",
  11: "DRIFT",
  13: "SPORT",
  14: "FLIP",
  15: "AUTOTUNE",
  16: "POSHOLD",
  17: "BRAKE",
  18: "THROW",
  19: "AVOID_ADSB",
  20: "GUIDED_NOGPS",
  21: "SMART_RTL",
  22: "FLOWHOLD",
  23: "FOLLOW",
  24: "ZIGZAG",
  25: "SYSTEMID",
  26: "AUTOROTATE",
  27: "AUTO_RTL",
  28: "TURTLE",
};

/** ArduPilot Plane, and its vertical take-off modes. */
const PLANE: Readonly<Record<number, string>> = {
  0: "MANUAL",
  1: "CIRCLE",
  2: "STABILIZE",
  3: "TRAINING",
  4: "ACRO",
  5: "FBWA",
  6: "FBWB",
  7: "CRUISE",
  8: "AUTOTUNE",
  10: "AUTO",
  11: "RTL",
  12: "LOITER",
  13: "TAKEOFF",
  14: "AVOID_ADSB",
  15: "GUIDED",
  16: "INITIALISING",
  17: "QSTABILIZE",
  18: "QHOVER",
  19: "QLOITER",
  20: "QLAND",
  21: "QRTL",
  22: "QAUTOTUNE",
  23: "QACRO",
  24: "THERMAL",
  25: "LOITER_ALT_QLAND",
};

const PX4_MAIN = ["", "MANUAL", "ALTCTL", "POSCTL", "AUTO", "ACRO", "OFFBOARD", "STABILIZED", "RATTITUDE"];
const PX4_AUTO = ["", "READY", "TAKEOFF", "LOITER", "MISSION", "RTL", "LAND", "", "FOLLOW_TARGET", "PRECLAND"];

export type VehicleClass = "plane" | "copter" | "helicopter" | "vtol" | "other";

/** The class of the aircraft, from its `MAV_TYPE`. */
export function vehicleClassOf(type: number): VehicleClass {
  if (type === 1) return "plane";
  if (type === 4) return "helicopter";
  if ([2, 3, 13, 14, 15, 29, 35].includes(type)) return "copter";
  return type >= 19 && type <= 25 ? "vtol" : "other";
}

/** `null` where the firmware or its mode is not known. */
export function flightModeOf(heartbeat: {
  readonly type: number;
  readonly autopilot: number;
  readonly baseMode: number;
  readonly customMode: number;
}): string | null {
  const { type, autopilot, baseMode, customMode } = heartbeat;
  if ((baseMode & CUSTOM_MODE_ENABLED) === 0) return null;
  if (autopilot === PX4) return px4Mode(customMode);
  if (autopilot !== ARDUPILOT) return null;
  const vehicle = vehicleClassOf(type);
  const names = vehicle === "plane" || vehicle === "vtol" ? PLANE : vehicle === "other" ? {} : COPTER;
  return names[customMode] ?? null;
}

function px4Mode(customMode: number): string | null {
  const main = PX4_MAIN[(customMode >>> 16) & 0xff] || null;
  const sub = main === "AUTO" ? PX4_AUTO[customMode >>> 24] : undefined;
  return sub ? `${main}.${sub}` : main;
}
