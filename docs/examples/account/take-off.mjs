/**
 * What a device does: begins its flight, or finds the one that was planned, then sends where it is and how it is, once a
 * second. STATION_TOKEN holds a credential of the device's owner.
 *
 *   node docs/examples/account/take-off.mjs http://127.0.0.1:7420 SERIAL 50.1 14.4
 */
const [base, serial, latitude, longitude] = process.argv.slice(2);
const SECONDS = 2;

async function post(path, body) {
  const response = await fetch(base + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${process.env.STATION_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

const takeoff = { takeoff_latitude: Number(latitude), takeoff_longitude: Number(longitude), status: "current" };
const flight = await post(`/v1/flights?via_serial_number=${encodeURIComponent(serial)}`, takeoff);

for (let second = 0; second < SECONDS; second++) {
  if (second > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
  const now = new Date().toISOString();
  const place = { latitude: takeoff.takeoff_latitude + second * 9e-5, longitude: takeoff.takeoff_longitude };
  const motion = { velocity_x: 0, velocity_y: 10, velocity_z: 0, heading: 0 };
  const heights = { altitude: 240, geo_altitude: 300, height: 20, pressure: 985 };
  const accuracies = { vertical_accuracy: 3, horizontal_accuracy: 2, speed_accuracy: 0.3 };
  const record = { time: now, time_received: now, ...place, ...motion, ...heights, ...accuracies, satellites: 14 };
  const sent = await post(`/v1/flights/${flight.id}/telemetry-with-status`, record);
  console.log(flight.id, sent.time, sent.latitude, sent.longitude);
}
