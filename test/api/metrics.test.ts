import { expect, it } from "vitest";
import { startStation } from "../../server/app/index.ts";
import { METRICS_TYPE } from "../../server/contracts/metrics.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";

const DETECTION = {
  sn: "ROOF",
  tech: "WB",
  odid: {
    BasicID: [{ UASID: "1596F351901936310360", IDType: 1, UAType: 2 }],
    Location: { Latitude: 50, Longitude: 14 },
  },
};

/** The samples of one metric: its labels and values. */
function samplesOf(text: string, name: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
}

it("returns its metrics to administrators in the text format of Prometheus, where they are enabled", async () => {
  const common = { port: 0, log: silentLog, lessSafe: LESS_SAFE };
  const station = await startStation({
    ...common,
    dataDir: makeDataDir("metrics"),
    localOperator: true,
    metrics: true,
  });
  const without = await startStation({ ...common, dataDir: makeDataDir("metrics") });
  const url = `${station.url}/station/v1/metrics`;
  const body = JSON.stringify(DETECTION);
  const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", body });
  expect(await pushed.json()).toMatchObject({ frames: 1 });

  const answer = await fetch(url);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, METRICS_TYPE]);
  const text = await answer.text();
  // A request is counted when its answer has left, which may be after its caller got it.
  await expect
    .poll(async () => samplesOf(await (await fetch(url)).text(), "fieldstation_http_requests_total"))
    .toContain('fieldstation_http_requests_total{method="POST",status="200"} 1');
  expect(samplesOf(text, "fieldstation_operations")).toEqual(["fieldstation_operations 1"]);
  expect(samplesOf(text, "fieldstation_source_frames_total")).toEqual([
    expect.stringMatching(/^fieldstation_source_frames_total\{source="[\w-]+",name="HTTP push"\} 1$/),
  ]);
  for (const name of ["process_resident_memory_bytes", "fieldstation_database_bytes", "fieldstation_disk_free_bytes"]) {
    expect(Number(samplesOf(text, name)[0]?.split(" ")[1])).toBeGreaterThan(0);
  }
  // Every metric says what it is, and nothing but a counter ends in _total.
  for (const line of text.split("\n").filter((one) => one.startsWith("# TYPE fieldstation_"))) {
    const [, , name = "", type] = line.split(" ");
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect(text).toContain(`# HELP ${name} `);
  }

  expect((await fetch(`${without.url}/station/v1/metrics`)).status).toBe(401);
  await Promise.all([station.stop(), without.stop()]);
});

it("reports that a station was started without metrics", async () => {
  const dataDir = makeDataDir("metrics");
  const station = await startStation({ dataDir, port: 0, log: silentLog, lessSafe: LESS_SAFE, localOperator: true });
  const answer = await fetch(`${station.url}/station/v1/metrics`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("--metrics")]);
  await station.stop();
});
