/** Flights as receivers push them over HTTP, so that a test has something to show without a recording. */

const SECOND_MS = 1_000;

export interface PushedFlight {
  /** Without one the aircraft declares no identifier. */
  readonly serial?: string;
  /** The last byte of its radio address, two hexadecimal digits. */
  readonly radio: string;
  readonly sensor: string;
  readonly technology: "wifi_beacon" | "bluetooth_legacy";
  /** When it was last received, Unix milliseconds. */
  readonly endMs: number;
  readonly latitude: number;
  /** Above take-off, metres. */
  readonly heightM: number;
  readonly points: number;
  /** Degrees to the north with each point; 0.00001 unless given. */
  readonly stepDegrees?: number;
}

/** Pushes one point a second, going north; rejects when the station does not accept all of them. */
export async function pushFlight(url: string, flight: PushedFlight): Promise<void> {
  const { serial, radio, sensor, technology, endMs, latitude, heightM, points, stepDegrees = 1e-5 } = flight;
  const lines = Array.from({ length: points }, (_, index) =>
    JSON.stringify({
      sn: sensor,
      tech: technology,
      mac: `02:00:5e:00:00:${radio}`,
      timestamp: new Date(endMs - (points - 1 - index) * SECOND_MS).toISOString(),
      odid: {
        ...(serial !== undefined && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
        Location: {
          Status: 2,
          Latitude: latitude + index * stepDegrees,
          Longitude: 15.43,
          AltitudeGeo: 400 + heightM,
          Height: heightM,
          HeightType: 0,
          Direction: 0,
        },
        System: { OperatorLatitude: latitude - 0.001, OperatorLongitude: 15.43 },
      },
    }),
  );
  const response = await fetch(`${url}/station/v1/ingest/scout`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  const receipt = (await response.json()) as { readonly refused?: object };
  if (!response.ok || Object.keys(receipt.refused ?? {}).length > 0) {
    throw new Error(`a push was answered with ${response.status}: ${JSON.stringify(receipt)}`);
  }
}
