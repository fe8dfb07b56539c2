/**
 * Adds a rule for an area, pushes an aircraft that flies into it, and acknowledges the alert that this raises. Needs a
 * station that requires no credential on its own computer.
 *
 *   node docs/examples/alert-on-area.mjs [http://127.0.0.1:7420]
 */
const [base = "http://127.0.0.1:7420"] = process.argv.slice(2);

async function call(method, path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

const [west, south, east, north] = [14.39, 50.09, 14.41, 50.11];
const rule = await call("POST", "/station/v1/alert-rules", {
  name: "Example area",
  severity: "warning",
  kind: "area_entered",
  region: {
    type: "Polygon",
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
});

await call("POST", "/station/v1/ingest/scout", {
  sn: "example-roof",
  tech: "wifi_beacon",
  mac: "02:00:5e:00:57:01",
  timestamp: new Date().toISOString(),
  odid: {
    BasicID: [{ UASID: "TESTAC123456789", IDType: 1, UAType: 2 }],
    Location: { Status: 2, Latitude: 50.1, Longitude: 14.4 },
  },
});

const alerts = await call("GET", `/station/v1/alerts?state=open&rule=${rule.id}`);
for (const { id, rule_name: name, began_at: began, operation_id: operation } of alerts) {
  console.log(`${name}: ${operation} since ${began}`);
  const { state, note } = await call("POST", `/station/v1/alerts/${id}/acknowledge`, { note: "an example" });
  console.log(`${state}: ${note}`);
}
await call("DELETE", `/station/v1/alert-rules/${rule.id}`);
