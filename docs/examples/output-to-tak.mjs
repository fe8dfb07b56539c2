/**
 * Receives Cursor on Target as a TAK server does, has the station send there, pushes an aircraft, and prints the events
 * that come. Needs a station that requires no credential on its own computer.
 *
 *   node docs/examples/output-to-tak.mjs [http://127.0.0.1:7420]
 */
import { createServer } from "node:net";

const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);

async function call(method, path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

// Resolves with the events of the aircraft and its place of take-off.
const received = Promise.withResolvers();
const server = createServer((socket) => {
  let text = "";
  socket.setEncoding("utf8");
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    text += chunk;
    const events = text.match(/<event .*?<\/event>/g) ?? [];
    if (events.length >= 2) received.resolve(events);
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const output = await call("POST", "/station/v1/outputs", {
  name: "Example",
  settings: { kind: "tak", url: `tcp://127.0.0.1:${server.address().port}` },
  filter: { bbox: "14,50,15,51" },
});

await call("POST", "/station/v1/ingest/scout", {
  sn: "example-roof",
  tech: "wifi_beacon",
  mac: "02:00:5e:00:57:02",
  timestamp: new Date().toISOString(),
  odid: {
    BasicID: [{ UASID: "TESTAD123456789", IDType: 1, UAType: 2 }],
    Location: { Status: 2, Latitude: 50.2, Longitude: 14.6, AltitudeGeo: 320 },
    System: { OperatorLatitude: 50.199, OperatorLongitude: 14.6, OperatorLocationType: 0 },
  },
});

for (const event of await received.promise) {
  const [, uid] = /uid="([^"]*)"/.exec(event);
  const [, lat, lon, hae] = /lat="([^"]*)" lon="([^"]*)" hae="([^"]*)"/.exec(event);
  console.log(`${uid} at ${lat} ${lon}, ${hae} m above the ellipsoid`);
}
const { state } = await call("GET", `/station/v1/outputs/${output.id}`);
console.log(`the output is ${state}`);
await call("DELETE", `/station/v1/outputs/${output.id}`);
server.close();
