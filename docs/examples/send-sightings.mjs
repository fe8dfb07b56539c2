/**
 * Sends what a receiver received of one aircraft to a station, as another station does, and asks whether it is all
 * there. The ids stay the same when it is repeated: what arrives twice changes nothing.
 *
 *   STATION_TOKEN=… node docs/examples/send-sightings.mjs [http://127.0.0.1:7420]
 */
import { createHash } from "node:crypto";

const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);
const token = process.env.STATION_TOKEN;

async function request(method, path, body) {
  const response = await fetch(`${base}/station/v1/sync/${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.messages?.join(" ") ?? response.status}`);
  return answer;
}

// A minute of a flight, an hour ago; in whole degrees × 10⁷, of which the hash is made.
const hourMs = 3_600_000;
const beginMs = Math.floor(Date.now() / hourMs - 1) * hourMs;
const points = Array.from({ length: 60 }, (_, second) => ({
  timeMs: beginMs + second * 1000,
  latitudeE7: 500_000_000 + second * 500,
  longitudeE7: 144_000_000,
}));

const suboperation = {
  id: "0191c5a0-0000-7000-8000-00000000e001",
  operation_id: "0191c5a0-0000-7000-8000-00000000e002",
  sensor_id: "example-roof",
  transmission_technology: "wifi_beacon",
  source_type: "rid_receiver",
  transmitter: "mac:02:00:5e:00:53:01",
  declared: { identifiers: [{ type: "serial_number", value: "1596F351901936310360" }] },
};
const { state, refused } = await request("POST", "sightings", {
  station: { id: "5f0c5a3e-6a53-4f43-9f0b-6b1d3c6f5a11" },
  suboperation,
  ua: points.map(({ timeMs, latitudeE7, longitudeE7 }) => ({
    observed_at: new Date(timeMs).toISOString(),
    received_at: new Date(timeMs + 40).toISOString(),
    latitude: latitudeE7 / 1e7,
    longitude: longitudeE7 / 1e7,
    operational_state: "airborne",
    height_ato: 42,
  })),
});
console.log(`${state}, ${refused.length} refused`);

const lines = points.map(({ timeMs, latitudeE7, longitudeE7 }) => `u ${timeMs} ${latitudeE7} ${longitudeE7}\n`);
const hash = createHash("sha256").update(lines.join("")).digest("hex").slice(0, 32);
const hours = [{ from: new Date(beginMs).toISOString(), count: points.length, hash }];
const { wanted } = await request("POST", "have", { suboperation: suboperation.id, hours });
console.log(wanted.length === 0 ? "all of it is there" : `wanted: ${JSON.stringify(wanted)}`);

for (let since = ""; ;) {
  const page = await request("GET", `changes${since}`);
  for (const { sensor_id, from, records } of page.changes) console.log(`${sensor_id} from ${from}: ${records} records`);
  if (!page.more) break;
  since = `?since=${page.next}`;
}
