/**
 * Telemetry inside the program: whole numbers in the units of the store, so that a record passes from the pipeline
 * to disk, socket and file without being rounded or rebuilt. Field names carry the unit; `null` is "not known".
 *
 * E7 = degrees × 10⁷ · Ms = milliseconds (Unix time where it is a time) · Mm = millimetres · Mmps = millimetres per second ·
 * Cdeg = hundredths of a degree · Pa = pascal.
 */
export type UaPoint = {
  /** Capture time at the station: the record's `timestamp`. */
  readonly timeMs: number;
  readonly timeAccuracyMs: number | null;
  /** The aircraft's own clock, resolved to a full time. */
  readonly ridTimeMs: number | null;
  /** When the server took it. */
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
  /** Accuracy of whichever of the two relative heights is known. */
  readonly heightAccuracyMm: number | null;
  readonly altitudePressureMm: number | null;
  readonly altitudePressureAccuracyMm: number | null;
  readonly headingCdeg: number | null;
  readonly horizontalSpeedMmps: number | null;
  readonly verticalSpeedMmps: number | null;
  /** East, north, up; all three or none. */
  readonly velocityEastMmps: number | null;
  readonly velocityNorthMmps: number | null;
  readonly velocityUpMmps: number | null;
  readonly speedAccuracyMmps: number | null;
  readonly airPressurePa: number | null;
  readonly rssiDbm: number | null;
};

/** What the map formats (GPX, KML) say of an aircraft: a list in one of them is read without the rest. */
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

/** What the station keeps beside a point and no record says. */
export type InternalField = "ridTimeMs" | "receivedMs" | "rssiDbm";
/** What a record is made from: a list is read without the rest. */
export type Exported<P> = Omit<P, InternalField>;

/** Where something was last reported. */
export type LastPoint = { readonly timeMs: number; readonly latitudeE7: number; readonly longitudeE7: number };

/** Where a point came from, as its record names it. */
export type TrackOrigin = { readonly sensorId: string; readonly operationId: string | null };

/** A point with the track it lies on; `track` indexes the `origins` of its slice. */
export type OnTrack<P> = P & { readonly track: number };

/**
 * Some records of an answer, in the order asked for: what a store yields, an encoder writes and a gateway sends.
 * One origin serves all points of its track, so that ids are looked up and encoded once.
 */
export type Slice<P> = {
  readonly origins: ReadonlyMap<number, TrackOrigin>;
  readonly points: readonly OnTrack<P>[];
};
export type UaSlice = Slice<Exported<UaPoint>>;
export type OperatorSlice = Slice<Exported<OperatorPoint>>;
export type SystemSlice = Slice<Exported<SystemPoint>>;
export type LastSlice = Slice<LastPoint>;
