/**
 * Serves `aircraft.json` as readsb does, has the station read it as an ADS-B receiver, and prints the aircraft with a
 * crew that the station then has. Needs a station that requires no credential on its own computer.
 *
 *   node docs/examples/traffic.mjs [http://127.0.0.1:7420]
 */
import { createServer } from "node:http";

const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);

async function call(method, path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

// A helicopter at 450 m above the ellipsoid; altitudes are in feet, speeds in knots, as in every `aircraft.json`.
const receiver = createServer((_, response) => {
  const now = Date.now() / 1000;
  const helicopter = { hex: "440123", flight: "OEXAB", category: "A7", lat: 50.3, lon: 14.7, alt_geom: 1476.4, gs: 90 };
  response.end(JSON.stringify({ now, messages: 1, aircraft: [{ ...helicopter, track: 45, seen: 0, seen_pos: 0 }] }));
});
await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));

const url = `http://127.0.0.1:${receiver.address().port}/data/aircraft.json`;
const source = await call("POST", "/station/v1/sources", { name: "Example", settings: { kind: "adsb", url } });

let traffic = [];
while (traffic.length === 0) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  traffic = await call("GET", "/station/v1/traffic?bbox=14.6,50.2,14.8,50.4");
}
for (const { callsign, icao, altitude_m: altitude, altitude_reference: reference, speed } of traffic) {
  console.log(`${callsign} (${icao}) at ${altitude.toFixed()} m ${reference}, ${speed.toFixed()} m/s`);
}

await call("DELETE", `/station/v1/sources/${source.id}`);
receiver.close();
receiver.closeAllConnections();
