export const EXAMPLE_LANGUAGES = ["curl", "python", "javascript", "qgis"] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

export const exampleNames: Readonly<Record<ExampleLanguage, string>> = {
  curl: "curl",
  python: "Python",
  javascript: "JavaScript",
  qgis: "QGIS",
};

/**
 * Ready to copy and run: the operations of the last hour, and the live stream in JavaScript. A station
 * that does not trust its computer needs a token.
 */
export function exampleCode(language: ExampleLanguage, base: string, needsToken: boolean): string {
  const header = needsToken ? '-H "X-Personal-Access-Token: $TOKEN" ' : "";
  switch (language) {
    case "curl":
      return [
        ...(needsToken ? ["TOKEN='paste an access token here'", ""] : []),
        "# Operations of the last hour",
        `curl ${header}\\`,
        `  '${base}/v2/airspace/operations?from=-PT1H&include_last_telemetry=true'`,
        "",
        "# The track of one of them as GPX",
        `curl ${header}-H 'Accept: application/gpx+xml' \\`,
        `  '${base}/v2/airspace/telemetry/ua?operation_id=<id>' -o track.gpx`,
      ].join("\n");
    case "python":
      return [
        "import json, urllib.request",
        "",
        `url = "${base}/v2/airspace/operations?from=-PT1H&include_last_telemetry=true"`,
        ...(needsToken
          ? ['request = urllib.request.Request(url, headers={"X-Personal-Access-Token": "<an access token>"})']
          : ["request = url"]),
        "for operation in json.load(urllib.request.urlopen(request)):",
        '    names = [i["value"] for i in operation["ua_identifiers"]]',
        '    print(operation["id"], operation["status"], *names)',
      ].join("\n");
    case "javascript":
      return [
        'import { io } from "socket.io-client";',
        "",
        ...(needsToken
          ? [
              "// The live stream takes an access token of OpenID Connect; an application gets one by signing a person in at",
              `// ${base}/realms/dcp`,
              `const socket = io("${base}", { path: "/v2/airspace/socket.io", auth: { token: "<a JWT>" } });`,
            ]
          : [`const socket = io("${base}", { path: "/v2/airspace/socket.io" });`]),
        'socket.on("connect", () => socket.emit("viewport", "12,48,19,51.5"));',
        'socket.on("telemetry_ua", (record) => console.log(record));',
      ].join("\n");
    case "qgis":
      return [
        "# Layer → Add Layer → Add Vector Layer… → Protocol: HTTP(S), type GeoJSON, then this address:",
        "# aircraft, operators, places of take-off and trails of now",
        `${base}/station/v1/current-operations.geojson`,
        ...(needsToken ? ["# Authentication: Basic, any user name, and an access token as the password"] : []),
        "# Layer Properties → Rendering → Refresh layer at interval: 5 s",
        "",
        "# Or for everything recorded: Add SpatiaLite Layer… and the database in the data folder",
      ].join("\n");
  }
}
