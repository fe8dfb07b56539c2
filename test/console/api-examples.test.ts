import { execFile, spawn, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { exampleCode } from "../../src/renderer/src/features/settings/api-examples.ts";
import { findReader } from "../export/reader.ts";
import { pushFlight } from "../support/flights.ts";
import { startTestStation, type TestStation } from "../support/station.ts";

const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const ogrinfo = findReader("ogrinfo");
const SERIAL = "1596F350457791151079";

/** Runs the examples that Settings offers to copy, as a user would. */
describe("the examples of the settings", () => {
  let station: TestStation;
  beforeAll(async () => {
    station = await startTestStation();
    await pushFlight(station.url, {
      serial: SERIAL,
      radio: "79",
      sensor: "roof",
      technology: "wifi_beacon",
      endMs: Date.now(),
      latitude: 47.06,
      heightM: 60,
      points: 3,
    });
  });
  afterAll(() => station.stop());

  it.skipIf(!hasCurl)("request operations and a track by curl", async () => {
    const [list = "", track = ""] = exampleCode("curl", station.url, false).split("\n\n");
    const { stdout } = await run("bash", ["-c", list]);
    const [operation] = JSON.parse(stdout) as readonly { readonly id: string }[];
    const { stdout: gpx } = await run("bash", ["-c", track.replace("<id>", operation!.id).replace("track.gpx", "-")]);
    expect(gpx.match(/<trkpt /g)).toHaveLength(3);
  });

  it.skipIf(!hasPython)("list operations by Python", async () => {
    const { stdout } = await run("python3", ["-c", exampleCode("python", station.url, false)]);
    expect(stdout).toMatch(new RegExp(`^\\S+ \\S+ ${SERIAL}$`, "m"));
  });

  it("print the live stream by JavaScript, with the client that it imports", async () => {
    // The client is found from the working directory, which is that of the project.
    const reader = spawn(
      process.execPath,
      ["--input-type=module", "--eval", exampleCode("javascript", station.url, false)],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    onTestFinished(() => void reader.kill());
    const output = { printed: "", complaints: "" };
    reader.stdout.setEncoding("utf8").on("data", (text: string) => (output.printed += text));
    reader.stderr.setEncoding("utf8").on("data", (text: string) => (output.complaints += text));
    // A receiver goes on; in the region of the example.
    const radio = { radio: "80", sensor: "roof", technology: "wifi_beacon" } as const;
    const receive = async () => {
      await pushFlight(station.url, { ...radio, endMs: Date.now(), latitude: 49, heightM: 60, points: 1 });
      return output;
    };
    await expect
      .poll(receive, { timeout: 20_000 })
      .toEqual({ printed: expect.stringMatching(/operation_id: '[\s\S]*latitude: 49/), complaints: "" });
  });

  it.skipIf(!ogrinfo.isInstalled)("give QGIS an address that its library reads", () => {
    const address = exampleCode("qgis", station.url, false)
      .split("\n")
      .find((line) => line.startsWith("http"));
    expect(ogrinfo.read("-al", "-so", address ?? "")).toMatch(/Geometry|Feature Count: [1-9]/);
  });

  it("show where a token goes on a station that requires one", () => {
    for (const language of ["curl", "python", "qgis"] as const) {
      expect(exampleCode(language, station.url, true)).toMatch(/access token/);
    }
  });
});
