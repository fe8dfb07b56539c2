/**
 * Telemetry inside the program: integers in the units of the store, so that a record passes from ingest to disk, socket
 * and file without being rounded or converted. Field names carry the unit; `null` means unknown.
 *
 * E7 = degrees × 10⁷ · Ms = milliseconds (Unix time where it is a time) · Mm = millimetres · Mmps = millimetres per
 * second · Cdeg = hundredths of a degree · Pa = pascal.
 */
export type UaPoint = {
  /** Capture time at the station; the `timestamp` of a record. */
  readonly timeMs: number;
  readonly timeAccuracyMs: number | null;
  /** The aircraft's own clock, resolved to a full time. */
  readonly ridTimeMs: number | null;
  /** When the station received it. */
  readonly receivedMs: number;
  readonly operationalState: string;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
  readonly horizontalAccuracyMm: number | null;
  readonly altitudeMslMm: number | null;
  readonly altitudeMslAccuracyMm: number | null;
  readonly altitudeWgs84Mm: number | null;
  readonly altitudeWgs84AccuracyMm: number | null;
  readonly altitudeAglMm: number | null;
  readonly altitudeAtoMm: number | null;
  /** Accuracy of the known relative height (AGL or ATO). */
  readonly heightAccuracyMm: number | null;
  readonly altitudePressureMm: number | null;
  readonly altitudePressureAccuracyMm: number | null;
  readonly headingCdeg: number | null;
  readonly horizontalSpeedMmps: number | null;
  readonly verticalSpeedMmps: number | null;
  /** East, north and up; either all three are known or none. */
  readonly velocityEastMmps: number | null;
  readonly velocityNorthMmps: number | null;
  readonly velocityUpMmps: number | null;
  readonly speedAccuracyMmps: number | null;
  readonly airPressurePa: number | null;
  readonly rssiDbm: number | null;
};

/** The aircraft fields in the map formats (GPX, KML, GeoJSON); lists in these formats read only them. */
export type UaOnMap = Pick<
  UaPoint,
  | "timeMs"
  | "latitudeE7"
  | "longitudeE7"
  | "altitudeMslMm"
  | "altitudeWgs84Mm"
  | "altitudeAglMm"
  | "altitudeAtoMm"
  | "headingCdeg"
  | "horizontalSpeedMmps"
  | "verticalSpeedMmps"
>;

export type OperatorPoint = {
  readonly timeMs: number;
  readonly timeAccuracyMs: number | null;
  readonly receivedMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
  readonly horizontalAccuracyMm: number | null;
  readonly altitudeType: string | null;
  readonly altitudeMm: number | null;
  readonly altitudeAccuracyMm: number | null;
  readonly sourceType: string;
};

export type SystemPoint = {
  readonly timeMs: number;
  readonly timeAccuracyMs: number | null;
  readonly receivedMs: number;
  readonly systemType: string;
  readonly systemStatus: string;
  readonly latitudeE7: number | null;
  readonly longitudeE7: number | null;
  readonly horizontalAccuracyMm: number | null;
  readonly altitudeType: string | null;
  readonly altitudeMm: number | null;
  readonly altitudeAccuracyMm: number | null;
  readonly powerType: string | null;
  readonly inputMillivolts: number | null;
  readonly chargePercent: number | null;
  readonly isCharging: boolean | null;
  readonly lteStatus: string | null;
  readonly lteRsrqDb: number | null;
  readonly lteRsrpDbm: number | null;
  readonly lteSnrDb: number | null;
  readonly lteTac: number | null;
  readonly lteCellId: number | null;
  readonly gnssStatus: string | null;
  readonly gnssSatellites: number | null;
};

/** The records of a track in one hour (UTC): their number, and a hash of their times and positions. */
export type HourSummary = { readonly hourMs: number; readonly count: number; readonly hash: string };

/** Fields that the station stores with a point but does not export. */
export type InternalField = "ridTimeMs" | "receivedMs" | "rssiDbm";
/** The exported fields of a point; lists read only them. */
export type Exported<P> = Omit<P, InternalField>;

/** The last reported position of an aircraft, operator or sensor. */
export type LastPoint = { readonly timeMs: number; readonly latitudeE7: number; readonly longitudeE7: number };

/** The ids that the record of a point carries. */
export type TrackOrigin = { readonly sensorId: string; readonly operationId: string | null };

/** A point with its track; `track` is the index into `origins` of its slice. */
export type OnTrack<P> = P & { readonly track: number };

/**
 * Some records of a response in the requested order: read by a store, written by an encoder, sent by a gateway. All
 * points of a track share one origin, so that its ids are looked up and encoded once.
 */
export type Slice<P> = {
  readonly origins: ReadonlyMap<number, TrackOrigin>;
  readonly points: readonly OnTrack<P>[];
};
export type UaSlice = Slice<Exported<UaPoint>>;
export type OperatorSlice = Slice<Exported<OperatorPoint>>;
export type SystemSlice = Slice<Exported<SystemPoint>>;
export type LastSlice = Slice<LastPoint>;
