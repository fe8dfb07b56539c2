import type { StatusEntry } from "../contracts/flight-telemetry.ts";
import { xmlText } from "./text-escaping.ts";
import { isXmlTime } from "./xml-time.ts";

/** A document consists of `header`, then `rows` for every slice in order, then `footer`. */
export type StatusHistoryKml = {
  readonly header: string;
  readonly rows: (entries: readonly StatusEntry[]) => string;
  readonly footer: string;
};

/**
 * Device states as KML 2.2: one `Placemark` each, with its time as `TimeStamp` for the time slider and every known
 * field as a `Data` element, named and written as in JSON. A state has no position, so there is no geometry.
 */
export function statusHistoryKml(name: string): StatusHistoryKml {
  return {
    header: `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document><name>${xmlText(name)}</name>
`,
    rows: (entries) => entries.map(placemark).join(""),
    footer: "</Document>\n</kml>\n",
  };
}

function placemark(entry: StatusEntry): string {
  const when = isXmlTime(Date.parse(entry.time)) ? `<TimeStamp><when>${xmlText(entry.time)}</when></TimeStamp>` : "";
  const data = Object.entries(entry)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `<Data name="${field}"><value>${xmlText(String(value))}</value></Data>`)
    .join("");
  return `<Placemark>${when}<ExtendedData>${data}</ExtendedData></Placemark>\n`;
}
