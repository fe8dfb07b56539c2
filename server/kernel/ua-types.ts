/** Kinds of unmanned aircraft by their code (ASTM F3411-22a, table of UA types). */
export const UA_TYPES = [
  "undeclared",
  "aeroplane",
  "helicopter_or_multirotor",
  "gyroplane",
  "hybrid_lift",
  "ornithopter",
  "glider",
  "kite",
  "free_balloon",
  "captive_balloon",
  "airship",
  "free_fall_parachute",
  "rocket",
  "tethered_powered_aircraft",
  "ground_obstacle",
  "other",
] as const;
