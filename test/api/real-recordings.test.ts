import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Operation } from "../../server/contracts/operations.ts";
import { OperatorTelemetry, UaTelemetry } from "../../server/contracts/telemetry.ts";
import { sharedData } from "../support/shared-data.ts";
import type { TestStation } from "../support/station.ts";
import { runStationInProcess } from "../support/command-in-process.ts";
import { runStation, startTestStation } from "../support/station.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

const parrot = sharedData("rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap");
const spoofed = sharedData("rid-cdc-receiver", "parrot_anafi4_spoofed.rid-only.pcap");
const legacy = sharedData("rid-cdc-receiver", "mavic_multiple_spoofed.rid-only.pcap");
const twoTechnologies = sharedData("rid-wireshark-samples", "odid_wifi_sample.pcap");
const bluetooth = sharedData("rid-wireshark-samples", "odid_bt5_lr_sample.pcapng");
const recordings = [parrot, spoofed, legacy, twoTechnologies, bluetooth].filter((path) => path !== undefined);

const Summary = z.object({
  files: z.int(),
  records: z.int(),
  refused: z.record(z.string(), z.int()),
  operations: z.array(z.object({ id: z.string(), uas_id: z.string().nullable(), records: z.int() })),
});

describe.skipIf(recordings.length < 5)("real recordings", () => {
  let dataDir = "";
  let station: TestStation;
  const summaries = new Map<string, z.infer<typeof Summary>>();
  const replay = async (file: string) =>
    Summary.parse(JSON.parse(await runStationInProcess(["replay", file, "--data", dataDir, "--json"])));

  beforeAll(async () => {
    dataDir = makeDataDir("recordings");
    for (const file of recordings) summaries.set(file, await replay(file));
    station = await startTestStation({ dataDir });
  });
  afterAll(async () => {
    await station.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const response = await fetch(station.url + path);
    expect(response.status).toBe(200);
    return schema.parse(await response.json());
  };
  const summaryOf = (file: string | undefined) => summaries.get(file ?? "")!;

  it("of a Parrot Anafi are one operation with its serial number and every record", async () => {
    const summary = summaryOf(parrot);
    expect(summary).toMatchObject({ files: 1, records: 1140, refused: {} });
    expect(summary.operations).toMatchObject([{ uas_id: "1588E040445AC004418", records: 1140 }]);
    const operation = await get(`/v2/airspace/operations/${summary.operations[0]!.id}`, Operation);
    expect(operation).toMatchObject({
      status: "past",
      ua_identifiers: [{ type: "serial_number", value: "1588E040445AC004418" }],
      transmission_technologies: ["wifi_beacon"],
      time_first_telemetry: expect.stringMatching(/^2023-04-01T16:15:30/),
      time_last_telemetry: expect.stringMatching(/^2023-04-01T16:17:3/),
      suboperations: [{ message_count: 1140 }],
      aircraft_models: [{ maker: "Parrot" }],
    });
    const ua = await get(`/v2/airspace/telemetry/ua?operation_id=${operation.id}`, z.array(UaTelemetry));
    expect(ua).toHaveLength(1140);
    // Its altitudes are declared unknown: no sea level is made of them.
    expect(new Set(ua.flatMap(({ altitudes }) => altitudes.map(({ type }) => type)))).toEqual(new Set(["ATO"]));
  });

  it("of its operator are 41 different positions", async () => {
    const [operation] = summaryOf(parrot).operations;
    const records = await get(
      `/v2/airspace/telemetry/operator?operation_id=${operation!.id}`,
      z.array(OperatorTelemetry),
    );
    const places = new Set(records.map(({ location }) => `${location.latitude} ${location.longitude}`));
    expect(places.size).toBe(41);
    expect(records.every(({ source_type }) => source_type === "live_gnss")).toBe(true);
  });

  it("that are spoofed are refused and counted, and open nothing", () => {
    expect(summaryOf(spoofed)).toMatchObject({ records: 0, refused: { truncated_pack: 26 }, operations: [] });
    expect(summaryOf(legacy)).toMatchObject({ records: 0, refused: { legacy_dji_drone_id: 77 }, operations: [] });
  });

  it("over two technologies at once are one operation of two suboperations", async () => {
    const summary = summaryOf(twoTechnologies);
    expect(summary.operations).toHaveLength(1);
    const operation = await get(`/v2/airspace/operations/${summary.operations[0]!.id}`, Operation);
    expect(operation.transmission_technologies.toSorted()).toEqual(["wifi_beacon", "wifi_nan"]);
    expect(operation.suboperations).toHaveLength(2);
    expect(operation.suboperations[1]?.link_reason).toBe("same_transmitter");
    expect(operation.uas_operator_id).toBe("GBR-OP-123ABCD");
    const counts = operation.suboperations.map(({ message_count }) => message_count);
    expect(counts.reduce((sum, count) => sum + count)).toBe(summary.records);
  });

  it("without a position or with damaged frames open no operation", () => {
    const summary = summaryOf(bluetooth);
    expect(summary).toMatchObject({ records: 0, operations: [] });
    expect(summary.refused).toMatchObject({ bad_checksum: 29, no_position: expect.any(Number) });
  });

  it("exported as GPX are the points of the JSON list", async () => {
    const [operation] = summaryOf(parrot).operations;
    const address = `${station.url}/v2/airspace/telemetry/ua?operation_id=${operation!.id}`;
    const gpx = await (await fetch(address, { headers: { accept: "application/gpx+xml" } })).text();
    const points = [...gpx.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">.*?<time>([^<]+)<\/time>/gs)];
    const records = await get(`/v2/airspace/telemetry/ua?operation_id=${operation!.id}`, z.array(UaTelemetry));
    expect(points.map(([, lat, lon, time]) => [Number(lat), Number(lon), time])).toEqual(
      records.map(({ location, timestamp }) => [location.latitude, location.longitude, timestamp]),
    );
  });

  it("replayed a second time change nothing, and are counted the same", async () => {
    const list = (path: string) => fetch(station.url + path).then((response) => response.json());
    const path = "/v2/airspace/operations?from=2010-01-01T00:00:00Z";
    type Shown = readonly { readonly time_updated: string }[];
    const timeless = (operation: Shown[number]) => ({ ...operation, time_updated: "" });
    const before = ((await list(path)) as Shown).map(timeless);
    expect(before).toHaveLength(2);
    expect(await station.stop()).toBe(0);
    for (const file of recordings) expect(await replay(file)).toEqual(summaries.get(file));
    station = await startTestStation({ dataDir });
    expect(((await list(path)) as Shown).map(timeless)).toEqual(before);
  });

  it("exported by the command line are what the API answers", async () => {
    const [operation] = summaryOf(parrot).operations;
    const address = `${station.url}/v2/airspace/telemetry/operator?operation_id=${operation!.id}`;
    const csv = await (await fetch(address, { headers: { accept: "text/csv" } })).text();
    expect(await station.stop()).toBe(0);
    const output = join(dataDir, "operator.csv");
    const args = ["export", "--operation", operation!.id, "--record", "operator", "--format", "csv", "--data", dataDir];
    await runStationInProcess([...args, "--output", output]);
    expect(await readFile(output, "utf8")).toBe(csv);
    expect(await runStation(args)).toBe(csv);
    station = await startTestStation({ dataDir });
  });
});
