/**
 * The operations of the last hour. STATION_TOKEN holds a personal access token or an access token.
 *
 *   node docs/examples/access/call.mjs http://127.0.0.1:7420
 */
const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);

const response = await fetch(`${base}/v2/airspace/operations?from=-PT1H`, {
  headers: { Authorization: `Bearer ${process.env.STATION_TOKEN}` },
});
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
console.log(JSON.stringify(await response.json()));
