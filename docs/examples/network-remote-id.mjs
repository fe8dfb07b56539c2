/**
 * Serves one flight as a service of U-space does (ASTM F3411-22a, Standard Remote ID API 2.1.0), together with the DSS
 * that names the service and the server that gives tokens; has the station read it, and prints the operation that
 * appears beside those received by air. Needs a station that requires no credential on its own computer.
 *
 *   node docs/examples/network-remote-id.mjs [http://127.0.0.1:7420]
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

const ID = "5f9c6d2e-8f3b-4a53-8f0e-0c7b6b1f2a11";
const time = (secondsFromNow = 0) => ({
  value: new Date(Date.now() + secondsFromNow * 1000).toISOString(),
  format: "RFC3339",
});

function answerTo(path, service) {
  if (path === "/token") return { access_token: "an example", token_type: "bearer", expires_in: 3600 };
  if (path === "/rid/v2/dss/identification_service_areas") {
    const area = { id: ID, owner: "example", version: "1", time_start: time(-60), time_end: time(3600) };
    return { service_areas: [{ ...area, uss_base_url: service }] };
  }
  if (path === "/uss/flights") {
    const position = { lat: 50.402, lng: 14.802, alt: 410.5, accuracy_h: "HA3m", accuracy_v: "VA10m" };
    const state = { timestamp: time(), operational_status: "Airborne", position, track: 90, speed: 12.5 };
    return { timestamp: time(), flights: [{ id: ID, aircraft_type: "Helicopter", current_state: state }] };
  }
  return { details: { id: ID, uas_id: { serial_number: "TESTAE123456789" }, operator_id: "AUT87astrdge12k8" } };
}

const services = createServer((request, response) => {
  const service = `http://127.0.0.1:${services.address().port}`;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answerTo(new URL(request.url, service).pathname, service)));
});
await new Promise((resolve) => services.listen(0, "127.0.0.1", resolve));

const url = `http://127.0.0.1:${services.address().port}`;
const source = await call("POST", "/station/v1/sources", {
  name: "Example",
  settings: {
    kind: "netrid",
    dss_url: url,
    token_url: `${url}/token`,
    client_id: "station",
    client_secret: "secret",
    bbox: "14.79,50.39,14.81,50.41",
  },
});

let operations = [];
while (operations.length === 0) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  const path = "/v2/airspace/operations?from=-PT1M&search=TESTAE123456789&include_last_telemetry=true";
  operations = await call("GET", path);
}
for (const { status, sources, last_telemetry: last } of operations) {
  const { latitude, longitude } = last.ua.location;
  console.log(
    `TESTAE123456789 is ${status} at ${latitude}, ${longitude}, received by ${sources.map(({ type }) => type)}`,
  );
}

await call("DELETE", `/station/v1/sources/${source.id}`);
services.close();
services.closeAllConnections();
