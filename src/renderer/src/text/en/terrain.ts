/** Sentences about the ground and heights above it. */
export const terrain = {
  relief: "Relief",
  reliefHint: "Mountains on the built-in map: tint and shading up to zoom 9, from heights that are 9\u00a0km apart.",
  hillshade: "Hills",
  hillshadeHint: "From zoom 9 on, where the station has ground heights.",
  noModel:
    "This station has no ground heights: start it with a folder of SRTM tiles (--elevation-dir) to see hills and heights above the ground.",
  pointed: "ground {height}",
  computed: "≈ {height}",
  aboveGround: "above ground, computed",
  aboveGroundFrom: "Computed from the height that the aircraft sends and the station's model of the ground",
  groundBelow: "Filled: the ground below it, by the station's model",
  aboveGroundAt: "{height} above the ground, computed",
  profile: "Ground along the corridor",
  profileText: "Ground along the corridor: {lowest} to {highest} above sea level",
  loading: "Looking up the ground…",
  unknown: "The ground along this corridor is not known to the station.",
  partlyUnknown: "For {percent} % of its length the ground is not known.",
  tooLong: "The ground is shown for corridors of up to {length}.",
  highest: "Highest ground across its width: {height} above sea level, {distance} from its start.",
  clearance: "The ceiling is at least {height} above it.",
  tooLow: "The ground rises {height} above the ceiling.",
} as const;
