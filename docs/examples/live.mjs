/**
 * The live stream of a station that requires no credential on its own computer: prints a line for every position
 * inside a box, until Ctrl+C. Needs socket.io-client (npm). With a sign-in: access/live.mjs.
 *
 *   node docs/examples/live.mjs [http://127.0.0.1:7420] [lon_min,lat_min,lon_max,lat_max]
 */
import { io } from "socket.io-client";

const [base = "http://127.0.0.1:7420", viewport = "12,48,19,51.5"] = process.argv.slice(2);
const socket = io(base, { path: "/v2/airspace/socket.io", transports: ["websocket"] });

const print = (line) => process.stdout.write(`${line}\n`);
// A reader may close the pipe, as `head` does.
process.stdout.on("error", () => process.exit());

// After an interruption the client reconnects by itself, and then has to send its viewport again.
socket.on("connect", () => socket.emit("viewport", viewport));
socket.on("telemetry_ua", ({ timestamp, operation_id, location, velocity }) =>
  print(`${timestamp} ${operation_id} ${location.latitude} ${location.longitude} ${velocity.horizontal_speed} m/s`),
);
socket.on("operation", ({ id, status, ua_identifiers }) =>
  print(`operation ${id} is ${status}: ${ua_identifiers.map(({ value }) => value).join(", ") || "no identifier yet"}`),
);
socket.on("notice", ({ type, msg }) => print(`notice ${type}: ${msg}`));
socket.on("connect_error", ({ message }) => print(`not connected: ${message}`));
