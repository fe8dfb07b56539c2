/** Colours of the drawn map. Canvas cannot read CSS variables cheaply, so day, night and red live here as data. */
export interface MapPalette {
  readonly sea: string;
  /** Neither certainly land nor certainly sea, within the error of the outlines. */
  readonly nearshore: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly lake: string;
  readonly lakeShore: string;
  readonly river: string;
  readonly glacier: string;
  readonly urban: string;
  readonly park: string;
  readonly runway: string;
  readonly airfield: string;
  readonly label: string;
  readonly labelHalo: string;
  readonly town: string;
  readonly graticule: string;
  readonly graticuleText: string;
}

export interface TrackPalette {
  readonly active: string;
  readonly ageing: string;
  readonly stale: string;
  readonly emergency: string;
  readonly warning: string;
  readonly outline: string;
  readonly selection: string;
  readonly text: string;
  readonly textHalo: string;
  readonly operator: string;
  readonly sensor: string;
  /** Aircraft with a crew: muted, because the map is about drones. */
  readonly traffic: string;
}

export type MapMode = "day" | "night" | "red";

export const mapPalettes: Readonly<Record<MapMode, MapPalette>> = {
  day: {
    sea: "#cbdde8",
    nearshore: "#e1e8e6",
    land: "#f5f2ea",
    coast: "#8fa6b5",
    border: "#b3a896",
    lake: "#cbdde8",
    lakeShore: "#9db5c4",
    river: "#a3c2d6",
    glacier: "#fdfeff",
    urban: "#e9e0d0",
    park: "#e6ecd8",
    runway: "#857d6d",
    airfield: "#454d60",
    label: "#544d40",
    labelHalo: "rgba(250, 248, 243, 0.9)",
    town: "#544e40",
    graticule: "rgba(52, 84, 110, 0.15)",
    graticuleText: "#3e4f60",
  },
  night: {
    sea: "#0a0f14",
    nearshore: "#11171c",
    land: "#171c22",
    coast: "#39485a",
    border: "#43484f",
    lake: "#0a0f14",
    lakeShore: "#2f3d4b",
    river: "#24384a",
    glacier: "#262e37",
    urban: "#24231f",
    park: "#17211b",
    runway: "#6b727a",
    airfield: "#95a0b4",
    label: "#989da2",
    labelHalo: "rgba(16, 20, 25, 0.9)",
    town: "#979da3",
    graticule: "rgba(150, 180, 205, 0.085)",
    graticuleText: "#95a3af",
  },
  // For eyes that are adapted to the dark: only red, and no ground brighter than necessary.
  red: {
    sea: "#050000",
    nearshore: "#0c0000",
    land: "#130101",
    coast: "#5a0a08",
    border: "#4a0907",
    lake: "#050000",
    lakeShore: "#480807",
    river: "#2c0403",
    glacier: "#1c0302",
    urban: "#1e0302",
    park: "#0e0000",
    runway: "#8e130e",
    airfield: "#f5301f",
    label: "#f5301f",
    labelHalo: "rgba(5, 0, 0, 0.9)",
    town: "#f5301f",
    graticule: "rgba(255, 40, 25, 0.13)",
    graticuleText: "#f5301f",
  },
};

export const trackPalettes: Readonly<Record<MapMode, TrackPalette>> = {
  day: {
    active: "#0b4fd1",
    ageing: "#5c7cab",
    stale: "#6d747d",
    emergency: "#c4122f",
    warning: "#e09100",
    outline: "#ffffff",
    selection: "#0b1320",
    text: "#0b1320",
    textHalo: "rgba(255, 255, 255, 0.92)",
    operator: "#7a2c9e",
    sensor: "#08656b",
    traffic: "#4d5561",
  },
  night: {
    active: "#ffb066",
    ageing: "#b98d63",
    stale: "#848b92",
    emergency: "#ff5d55",
    warning: "#ffd23e",
    outline: "#0b0e12",
    selection: "#fff4e6",
    text: "#f3eee7",
    textHalo: "rgba(9, 12, 16, 0.88)",
    operator: "#d8a8f0",
    sensor: "#6cc7cc",
    traffic: "#a4adb8",
  },
  // Without hue, shape and lightness tell them apart: stale aircraft are hollow, operators and sensors have shapes of their own.
  red: {
    active: "#ff5141",
    ageing: "#b5251b",
    stale: "#8e1a13",
    emergency: "#ff8a78",
    warning: "#ff7260",
    outline: "#050000",
    selection: "#ff8a78",
    text: "#ff5a49",
    textHalo: "rgba(5, 0, 0, 0.9)",
    operator: "#e0382b",
    sensor: "#e0382b",
    traffic: "#c02a20",
  },
};
