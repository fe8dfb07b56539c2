/**
 * Sets up the device at a port of a station that requires no credential on its own computer: shows what would change,
 * writes it with `--yes`, and prints what became of it. With a sign-in, send `Authorization: Bearer …` with every request.
 *
 *   node docs/examples/set-up-device.mjs /dev/ttyACM0 '{"WIFI_CHANNEL": 11}' [--yes] [http://127.0.0.1:7420]
 */
import { setTimeout } from "node:timers/promises";

const [path, values, ...more] = process.argv.slice(2);
const base = more.find((argument) => argument.startsWith("http")) ?? "http://127.0.0.1:7420";
const sessions = "/station/v1/setup/sessions";
const busy = new Set(["opening", "identifying", "reading", "writing", "restarting", "verifying"]);

async function request(method, address, body) {
  const response = await fetch(`${base}${address}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 204) return undefined;
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.error}: ${answer.messages?.join(" ") ?? response.status}`);
  return answer;
}

const { id } = await request("POST", sessions, { path });
/** The session when it rests; a live client gets the event `setup` instead. */
async function whenIdle() {
  for (;;) {
    const session = await request("GET", `${sessions}/${id}`);
    if (!busy.has(session.state) && (session.state !== "lost" || session.error !== null)) return session;
    await setTimeout(100);
  }
}

try {
  const { state, identity, message } = await whenIdle();
  console.log(`${identity?.product ?? state} ${identity?.serial_number ?? ""} ${message}`);
  await request("POST", `${sessions}/${id}/read`);
  await whenIdle();
  const plan = await request("POST", `${sessions}/${id}/plan`, { values: JSON.parse(values) });
  for (const { name, from, to } of plan.changes)
    console.log(`${name}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`);
  if (more.includes("--yes")) {
    await request("POST", `${sessions}/${id}/apply`, { hash: plan.hash });
    for (const { name, read, result } of (await whenIdle()).results)
      console.log(`${name} is ${JSON.stringify(read)}: ${result}`);
  }
} finally {
  await request("DELETE", `${sessions}/${id}`);
}
