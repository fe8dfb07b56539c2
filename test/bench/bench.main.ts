import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import type { Bench, Row } from "./bench.rows.ts";
import { tableOf } from "./bench.table.ts";
import { alertsBench } from "./alerts.bench.ts";
import { consoleBench } from "./console.bench.ts";
import { codecsBench } from "./codecs.bench.ts";
import { exportBench } from "./export.bench.ts";
import { growthBench } from "./growth.bench.ts";
import { importBench } from "./import.bench.ts";
import { ingestBench } from "./ingest.bench.ts";
import { liveBench } from "./live.bench.ts";
import { outputsBench } from "./outputs.bench.ts";
import { placesBench } from "./places.bench.ts";
import { requestsBench } from "./requests.bench.ts";
import { setupBench } from "./setup.bench.ts";
import { syncBench } from "./sync.bench.ts";
import { turnsBench } from "./turns.bench.ts";
import { timelineBench } from "./timeline.bench.ts";

const BENCHES: Readonly<Record<string, Bench>> = {
  export: exportBench,
  ingest: ingestBench,
  codecs: codecsBench,
  live: liveBench,
  places: placesBench,
  import: importBench,
  sync: syncBench,
  setup: setupBench,
  alerts: alertsBench,
  outputs: outputsBench,
  timeline: timelineBench,
  console: consoleBench,
  requests: requestsBench,
  growth: growthBench,
  turns: turnsBench,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: "boolean" },
    json: { type: "boolean" },
    profile: { type: "string" },
    part: { type: "string", multiple: true },
  },
});
const reportProgress = (line: string) => void process.stderr.write(`${line}\n`);
const unknownNames = positionals.filter((name) => BENCHES[name] === undefined);

if (unknownNames.length > 0) {
  reportProgress(`There is no ${unknownNames.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}.`);
  process.exitCode = 2;
} else {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}`;
  const rows: Row[] = [];
  if (!values.json) process.stdout.write(`${machine}\n`);
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    reportProgress(`— ${name}`);
    const startedAt = performance.now();
    const measured = await bench({
      isFull: values.full ?? false,
      parts: values.part ?? [],
      profileDir: values.profile,
      reportProgress,
    });
    rows.push(...measured);
    // Each table is printed as soon as it is measured: all of them take most of an hour, and an interruption should
    // lose nothing.
    if (!values.json) process.stdout.write(`\n${tableOf(measured)}\n`);
    reportProgress(`  ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, rows }, null, 2)}\n`);
}
