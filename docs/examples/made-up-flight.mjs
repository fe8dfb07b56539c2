/**
 * A made-up flight as JSON lines, for trying the station without any hardware: one position a second on a circle.
 *
 *   node docs/examples/made-up-flight.mjs > flight.jsonl    a recording of two minutes that end now
 *   node docs/examples/made-up-flight.mjs 9999              the same flight, live, to UDP port 9999 of this computer
 */
import { createSocket } from "node:dgram";
import { setInterval } from "node:timers/promises";

const SECONDS = 120;
const CENTRE = { latitude: 50.1, longitude: 14.4 };
const RADIUS_M = 200;
const SPEED_MPS = (2 * Math.PI * RADIUS_M) / SECONDS;

/** The line for one second of the flight; `t` is Unix milliseconds, `alt` metres above the WGS84 ellipsoid. */
function lineAt(second, t) {
  const angle = (2 * Math.PI * second) / SECONDS;
  const metresPerDegree = 111_320;
  const eastScale = Math.cos((CENTRE.latitude * Math.PI) / 180);
  return JSON.stringify({
    t,
    mac: "02:00:00:00:00:01",
    radio: "wifi_beacon",
    rssi: -60,
    lat: Number((CENTRE.latitude + (RADIUS_M * Math.cos(angle)) / metresPerDegree).toFixed(7)),
    lon: Number((CENTRE.longitude + (RADIUS_M * Math.sin(angle)) / (metresPerDegree * eastScale)).toFixed(7)),
    alt: 300 + Math.round(40 * Math.sin(angle / 2)),
    speed: Number(SPEED_MPS.toFixed(2)),
    hdg: Math.round((90 + (360 * second) / SECONDS) % 360),
    id: "TESTA0123456789",
  });
}

const port = Number(process.argv[2]);
if (process.argv[2] === undefined) {
  const end = Date.now();
  const lines = Array.from({ length: SECONDS }, (_, second) => lineAt(second, end - (SECONDS - second) * 1000));
  process.stdout.write(`${lines.join("\n")}\n`);
} else {
  const socket = createSocket("udp4");
  let second = 0;
  for await (const _ of setInterval(1000)) {
    socket.send(lineAt(second, Date.now()), port, "127.0.0.1");
    second += 1;
    if (second === SECONDS) break;
  }
  socket.close();
}
