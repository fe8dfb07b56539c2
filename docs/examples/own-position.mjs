/**
 * Speaks as a gpsd does, has the station read where it stands from it, and prints what the station then knows. Needs a
 * station that requires no credential on its own computer.
 *
 *   node docs/examples/own-position.mjs [http://127.0.0.1:7420]
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

// A receiver with a fix in three dimensions; gpsd reports once a second to whoever has sent ?WATCH (gpsd_json(5)).
const report = { class: "TPV", device: "/dev/ttyACM0", mode: 3, lat: 50.3, lon: 14.7, altMSL: 353.4, eph: 4.5 };
const gpsd = createServer((client) => {
  client.write('{"class":"VERSION","release":"3.25","proto_major":3,"proto_minor":15}\n');
  const reporting = setInterval(() => client.write(`${JSON.stringify(report)}\n`), 200);
  client.on("error", () => client.destroy());
  client.on("close", () => clearInterval(reporting));
});
await new Promise((resolve) => gpsd.listen(0, "127.0.0.1", resolve));

const url = `gpsd://127.0.0.1:${gpsd.address().port}`;
const source = await call("POST", "/station/v1/sources", { name: "Example", settings: { kind: "position", url } });

let position;
while (position === undefined) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  ({ position } = await call("GET", "/station/v1/info"));
}
const { latitude, longitude, altitude_m: altitude, altitude_reference: reference, accuracy_m: accuracy } = position;
console.log(`the station is at ${latitude}, ${longitude}, ${altitude} m ${reference}, within ${accuracy} m`);

await call("DELETE", `/station/v1/sources/${source.id}`);
gpsd.close();
