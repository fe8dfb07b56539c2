import type { TransmissionTechnology } from "../../contracts/common.ts";
import type { Offset, Path } from "./demo.paths.ts";

export type DemoReceiver = { readonly name: "north" | "south"; readonly at: Offset; readonly satellites: number };

export type DemoAircraft = {
  /** Type and text of its Basic ID (ASTM F3411-22a, table 1); `null` for one that sends none. */
  readonly id: { readonly idType: number; readonly uasId: string } | null;
  readonly uaType: number;
  readonly technology: TransmissionTechnology;
  readonly path: Path;
  readonly receivedBy: readonly DemoReceiver["name"][];
  readonly description: string | null;
  /** `null` for an operator who sends no position. Drifts a little, as a person walks. */
  readonly operator: { readonly id: string | null; readonly at: Offset } | null;
};

export const DEMO_RECEIVERS: readonly DemoReceiver[] = [
  { name: "north", at: { east: -400, north: 1500, up: 20 }, satellites: 14 },
  { name: "south", at: { east: 700, north: -1600, up: 35 }, satellites: 11 },
];

const at = (east: number, north: number, up = 0): Offset => ({ east, north, up });
/** A serial number in the form of ANSI/CTA-2063-A: maker `FSDM`, which is not assigned, length `A`, ten characters. */
const serial = (name: string) => ({ idType: 1, uasId: `FSDMA${name.padStart(10, "0")}` }) as const;

/** A field flown in lanes, as a survey is. */
const lanes = (east: number, north: number, up: number): readonly Offset[] => [
  at(east, north),
  at(east, north, up),
  ...[0, 1, 2, 3, 4, 5].flatMap((lane) => {
    const ends = [at(east + lane * 60, north, up), at(east + lane * 60, north + 420, up)];
    return lane % 2 === 0 ? ends : ends.toReversed();
  }),
];

/** The simulated aircraft: everyday flights, and one of each kind that a station has to detect. */
export const DEMO_AIRCRAFT: readonly DemoAircraft[] = [
  {
    id: serial("SURVEY01"),
    uaType: 2,
    technology: "wifi_beacon",
    path: { kind: "route", points: lanes(-1500, 900, 80), speed: 9, restS: 40 },
    receivedBy: ["north"],
    description: "Orchard survey",
    operator: { id: "AUTdemo1survey01-abc", at: at(-1540, 870) },
  },
  {
    id: serial("SPAN02"),
    uaType: 2,
    technology: "bluetooth_long_range",
    path: { kind: "orbit", centre: at(350, 250, 60), radiusM: 140, speed: 6 },
    receivedBy: ["north"],
    description: "Bridge inspection",
    operator: { id: "AUTdemo2bridge02", at: at(330, 120) },
  },
  {
    id: serial("PARCEL03"),
    uaType: 2,
    technology: "wifi_nan",
    path: {
      kind: "route",
      points: [at(1400, -1900), at(1400, -1900, 90), at(-200, -400, 90), at(-200, -400, 15)],
      speed: 15,
      restS: 60,
    },
    receivedBy: ["south"],
    description: "Parcel to the clinic",
    operator: { id: "AUTdemo3parcel03", at: at(1390, -1915) },
  },
  {
    // One message per advert: its identity and its position never come together.
    id: serial("CABLE04"),
    uaType: 2,
    technology: "bluetooth_legacy",
    path: { kind: "route", points: [at(600, -900, 35), at(1700, -1300, 45), at(2600, -1200, 40)], speed: 5, restS: 0 },
    receivedBy: ["south"],
    description: "Power line",
    operator: { id: "AUTdemo4powerl04", at: at(1500, -1420) },
  },
  {
    id: serial("CAMERA05"),
    uaType: 2,
    technology: "wifi_beacon",
    path: { kind: "drift", centre: at(-150, -250, 45), reachM: 45 },
    receivedBy: ["south"],
    description: null,
    operator: { id: "AUTdemo5photos05", at: at(-180, -330) },
  },
  {
    id: serial("PLANE06"),
    uaType: 1,
    technology: "bluetooth_long_range",
    path: { kind: "orbit", centre: at(-700, 2600, 110), radiusM: 900, speed: 18 },
    receivedBy: ["north"],
    description: "Mapping, fixed wing",
    operator: { id: "AUTdemo6wings006", at: at(-800, 2500) },
  },
  {
    id: serial("WATER07"),
    uaType: 2,
    technology: "wifi_beacon",
    path: {
      kind: "route",
      points: [at(100, 1700, 50), at(-60, 700, 50), at(180, -300, 55), at(60, -1500, 50)],
      speed: 11,
      restS: 0,
    },
    // Decoded by both: two suboperations of one flight.
    receivedBy: ["north", "south"],
    description: "River patrol",
    operator: { id: "AUTdemo7river007", at: at(40, 100) },
  },
  {
    // A registration, but no serial number.
    id: { idType: 2, uasId: "OE-DEMO08" },
    uaType: 2,
    technology: "bluetooth_long_range",
    path: { kind: "drift", centre: at(900, 700, 70), reachM: 260 },
    receivedBy: ["north"],
    description: null,
    operator: { id: null, at: at(700, 640) },
  },
  {
    // No identity at all.
    id: null,
    uaType: 0,
    technology: "wifi_beacon",
    path: { kind: "orbit", centre: at(1900, -300, 30), radiusM: 220, speed: 8 },
    receivedBy: ["south"],
    description: null,
    operator: null,
  },
  {
    // An operator who claims to stand in another country.
    id: serial("FAR09"),
    uaType: 2,
    technology: "wifi_nan",
    path: { kind: "drift", centre: at(-1200, -1100, 60), reachM: 150 },
    receivedBy: ["south"],
    description: null,
    operator: { id: "AUTdemo9faroff09", at: at(410_000, 130_000) },
  },
  {
    // A simulator on the ground that imitates an aircraft in two towns at once.
    id: { idType: 1, uasId: "SPOOFED SERIAL" },
    uaType: 4,
    technology: "wifi_beacon",
    path: { kind: "teleport", points: [at(500, 1100, 120), at(38_000, 21_000, 120), at(-600, 400, 300)], everyS: 15 },
    receivedBy: ["north"],
    description: null,
    operator: { id: null, at: at(520, 1080) },
  },
];
