/** Colours of the drawn map. Canvas cannot read CSS variables cheaply, so day and night live here as data. */
export interface MapPalette {
  readonly sea: string;
  readonly shore: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
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
}

export type MapMode = "day" | "night";

export const mapPalettes: Readonly<Record<MapMode, MapPalette>> = {
  day: {
    sea: "#cbdde8",
    shore: "rgba(255, 255, 255, 0.38)",
    land: "#f5f2ea",
    coast: "#8fa6b5",
    border: "#b3a896",
    label: "#5d5647",
    labelHalo: "rgba(250, 248, 243, 0.9)",
    town: "#6a6354",
    graticule: "rgba(52, 84, 110, 0.15)",
    graticuleText: "#45586a",
  },
  night: {
    sea: "#0a0f14",
    shore: "rgba(70, 110, 140, 0.07)",
    land: "#171c22",
    coast: "#39485a",
    border: "#3b3f45",
    label: "#8f9499",
    labelHalo: "rgba(16, 20, 25, 0.9)",
    town: "#7f858b",
    graticule: "rgba(150, 180, 205, 0.085)",
    graticuleText: "#8796a3",
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
  },
};
