const COLUMNS = 20;
const RECORDS = 8;
const STEP_MS = 3000;
const hex = (value: number) => (value & 255).toString(16).padStart(2, "0");

/** Aircraft in rows of twenty that fly to the east, as a receiver pushes them; the first one ends at `place`. */
export function crowdOf(
  aircraft: number,
  place: { readonly latitude: number; readonly longitude: number },
  endMs: number,
): string {
  const lines: string[] = [];
  for (let record = RECORDS - 1; record >= 0; record -= 1) {
    for (let index = 0; index < aircraft; index += 1) {
      const longitude = place.longitude + 0.0062 * (index % COLUMNS) - 0.0006 * record;
      lines.push(
        JSON.stringify({
          sn: "roof",
          time: endMs - record * STEP_MS,
          mac: `02:00:5e:10:${hex(index >> 8)}:${hex(index)}`,
          tech: "wifi_beacon",
          rssi: -60,
          odid: {
            BasicID: [{ IDType: 1, UAType: 2, UASID: `1596F3519019${String(index).padStart(8, "0")}` }],
            Location: {
              Status: 2,
              Latitude: place.latitude - 0.0042 * Math.floor(index / COLUMNS),
              Longitude: longitude,
              Height: 40 + (index % 80),
              SpeedHorizontal: 15,
              Direction: 90,
            },
          },
        }),
      );
    }
  }
  return lines.join("\n");
}
