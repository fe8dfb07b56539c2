/**
 * Makes a personal access token for 30 days and prints it. STATION_TOKEN holds a credential, STATION_PASSWORD the
 * password of its account.
 *
 *   node docs/examples/access/token.mjs http://127.0.0.1:7420
 */
const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);
const { STATION_TOKEN, STATION_PASSWORD } = process.env;

const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
const response = await fetch(`${base}/v2/pats/tokens`, {
  method: "POST",
  headers: { Authorization: `Bearer ${STATION_TOKEN}`, "Content-Type": "application/json" },
  body: JSON.stringify({ password: STATION_PASSWORD, name: "from JavaScript", expires_at: expires.toISOString() }),
});
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
console.log((await response.json()).token);
