import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { Flight } from "../../server/contracts/flights.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { shellSessionOf } from "./markdown.reader.ts";

const DOCS = resolve(import.meta.dirname, "../../docs");
const run = promisify(execFile);
const isMissing = !["bash", "curl", "jq", "python3"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

/** Runs the lines of a page as its reader would, and hands over what they left behind. */
async function runPage(
  page: string,
  look: (left: {
    readonly stdout: string;
    readonly read: (file: string) => string;
    readonly get: (path: string) => Promise<unknown>;
  }) => Promise<void> | void,
): Promise<void> {
  await using station: StationInProcess = await startStationInProcess();
  await station.register("ada@example.org");
  const { access_token: token } = await station.signIn("ada@example.org");
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-page-"));
  try {
    symlinkSync(DOCS, join(folder, "docs"));
    const session = shellSessionOf(readFileSync(join(DOCS, page), "utf8"));
    expect(session).toContain("STATION=http://127.0.0.1:7420\n");
    const here = session.replace("STATION=http://127.0.0.1:7420\n", `STATION=${station.url}\n`);
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", here], {
      cwd: folder,
      env: { ...process.env, PATH: path, STATION_TOKEN: token },
    });
    await look({
      stdout,
      read: (file) => readFileSync(join(folder, file), "utf8"),
      get: async (path) => (await station.call("GET", path, { token })).body,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(isMissing)(
  "the pages of the API, typed from top to bottom (skipped without curl, jq and python3)",
  () => {
    it("set up aircraft, devices and zones", async () => {
      await runPage("api-account-data.md", async ({ stdout, read, get }) => {
        expect(stdout).toContain("Content-Disposition: attachment; filename=aircraft-");
        expect(read("aircraft.csv")).toMatch(/^id,name,/);
        expect(await get("/v1/aircraft")).toMatchObject([
          { name: "Survey one", weight: 910 } satisfies Partial<Aircraft>,
        ]);
        expect(await get("/v1/devices?ordering=serial_number")).toMatchObject([
          { callsign: "WING 1", shared_acl_items_count: 0 },
          { product: { code: "mini_4g" }, fw_bundle: "2.4.0" },
          { product: { name: "Our tag" }, flavor: "our_tag_lab" },
        ] satisfies readonly object[]);
        expect(await get("/station/v1/zone-sets")).toMatchObject([{ name: "Restricted", zones: 1 }]);
        expect(stdout).toMatch(/"name":"Survey one","kind":"aircraft"\}[^{]*\{[^{]*"kind":"device"\}\]\}$/);
      });
    });

    it("plan a flight, fly it and finish it", async () => {
      await runPage("api-flights.md", async ({ stdout, read, get }) => {
        expect(stdout).toMatch(/^Deprecation: @\d+\r?$/m);
        expect(stdout).toContain('rel="successor-version"');
        expect(read("flight.gpx").match(/<trkpt /g)).toHaveLength(3);
        expect(JSON.parse(read("again.json"))).toHaveLength(3);
        expect(read("states.kml")).toContain("<kml");
        expect(read("track.svg")).toContain("<svg");
        const flights = (await get("/v1/flights?ordering=status")) as readonly Flight[];
        expect(flights.map(({ status, visibility }) => `${status}, ${visibility}`).toSorted()).toEqual([
          "current, public",
          "finished, private",
          "finished, public",
          "finished, public",
          "planned, private",
        ]);
        // Planned and flown, uploaded by a program, imported from a log: the same way of ten seconds.
        const flown = flights.filter(({ status }) => status === "finished");
        expect(new Set(flown.map(({ distance }) => Math.round(distance ?? 0))).size).toBe(1);
        expect(flown.map(({ duration }) => duration)).toEqual([10, 10, 10]);
        expect(stdout).toMatch(/^finished \d+ m 10 s$/m);
        expect(stdout).toMatch(/ finished WING 1$/m);
      });
    });
  },
);
