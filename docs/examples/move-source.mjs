/**
 * Edits a source: adds one for a broker with a password, has it read another topic, and moves it to another broker. The
 * password stays while address and user are the same, and is removed with them. Needs a station that requires no
 * credential on its own computer; no broker has to be there.
 *
 *   node docs/examples/move-source.mjs [http://127.0.0.1:7420]
 */
const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);

async function call(method, path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

const settings = { kind: "mqtt", url: "mqtt://127.0.0.1:9", topic: "scout/#", shape: "scout", username: "station" };
const show = ({ settings: { url, topic, has_password: hasPassword } }) =>
  console.log(`${topic} at ${url}, ${hasPassword ? "with" : "without"} a password`);

const added = await call("POST", "/station/v1/sources", {
  name: "Example",
  enabled: false,
  settings: { ...settings, password: "correct horse" },
});
show(added);

// `settings` are replaced as a whole; what is secret is left out, and stays.
const path = `/station/v1/sources/${added.id}`;
show(await call("PATCH", path, { settings: { ...settings, topic: "scout/roof" } }));
show(await call("PATCH", path, { settings: { ...settings, url: "mqtt://127.0.0.1:10" } }));
await call("DELETE", path);
