/**
 * Sends what an autopilot sends (MAVLink 1 over TCP), from before it is armed until it is disarmed, has the station log
 * it as a flight, and prints the flight. Needs a station that requires no credential on its own computer.
 *
 *   node docs/examples/own-aircraft.mjs [http://127.0.0.1:7420]
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

let sequence = 0;

/** A frame of MAVLink 1; the last byte of its checksum's input is a number that each message has (`CRC_EXTRA`). */
function frame(id, crcExtra, payload) {
  const head = Buffer.from([payload.length, sequence++ & 0xff, 1, 1, id]);
  let crc = 0xffff;
  for (const byte of [...head, ...payload, crcExtra]) {
    let mixed = byte ^ (crc & 0xff);
    mixed = (mixed ^ (mixed << 4)) & 0xff;
    crc = ((crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)) & 0xffff;
  }
  return Buffer.concat([Buffer.from([0xfe]), head, payload, Buffer.from([crc & 0xff, crc >> 8])]);
}

/** HEARTBEAT of a copter of ArduPilot in LOITER (mode 5). */
function heartbeat(isArmed) {
  const payload = Buffer.alloc(9);
  payload.writeUInt32LE(5, 0);
  payload.set([2, 3, isArmed ? 0x81 : 0x01, isArmed ? 4 : 3, 3], 4);
  return frame(0, 50, payload);
}

/** GLOBAL_POSITION_INT, `up` metres above the take-off, which is 300 m above the sea. */
function position(latitude, longitude, up) {
  const payload = Buffer.alloc(28);
  [0, latitude * 1e7, longitude * 1e7, (300 + up) * 1000, up * 1000].forEach((value, index) =>
    payload.writeInt32LE(Math.round(value), index * 4),
  );
  payload.writeUInt16LE(9000, 26);
  return frame(33, 104, payload);
}

const connected = Promise.withResolvers();
const autopilot = createServer((socket) => {
  socket.on("error", () => socket.destroy());
  connected.resolve(socket);
});
await new Promise((resolve) => autopilot.listen(0, "127.0.0.1", resolve));

const aircraft = await call("POST", "/v1/aircraft", {
  name: "Example copter",
  uas_class: "AircraftUASClass.C1",
  weight: 900,
  endurance: 1800,
});
const source = await call("POST", "/station/v1/sources", {
  name: "Example",
  settings: { kind: "mavlink_vehicle", url: `tcp://127.0.0.1:${autopilot.address().port}`, aircraft: aircraft.id },
});

async function vehicleWhen(isSo) {
  for (;;) {
    const sources = await call("GET", "/station/v1/sources");
    const [vehicle] = sources.find(({ id }) => id === source.id).vehicles ?? [];
    if (vehicle !== undefined && isSo(vehicle)) return vehicle;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const link = await connected.promise;
link.write(heartbeat(false));
await vehicleWhen(({ armed }) => armed === false);

// The flight begins at arming, with the first position.
link.write(Buffer.concat([heartbeat(true), position(50.5, 14.9, 0)]));
const { flight_id: flight, mode } = await vehicleWhen(({ flight_id: id }) => id !== null);
console.log(`armed in ${mode}: a flight begins`);

for (let second = 1; second <= 3; second++) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  link.write(Buffer.concat([heartbeat(true), position(50.5 + second / 10_000, 14.9, second * 5)]));
}
await new Promise((resolve) => setTimeout(resolve, 1000));
link.write(heartbeat(false));
await vehicleWhen(({ flight_id: id }) => id === null);

const points = await call("GET", `/v1/flights/${flight}/telemetry`);
const operation = await call("GET", `/v2/airspace/operations/${flight}`);
console.log(`disarmed: ${points.length} positions, in the airspace as ${operation.sources[0].type}`);

await call("DELETE", `/station/v1/sources/${source.id}`);
link.destroy();
autopilot.close();
