/**
 * `npm run campaign -- NAME [--seed N] [--rounds N] [--minutes N]`: one long test of a station under attack, with a
 * table for docs/reliability.md. A campaign is the file `NAME.campaign.ts` beside this one, with a function `run`.
 */
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Campaign, type CampaignRun, reportOf, failuresOf } from "./campaign.report.ts";

const SUFFIX = ".campaign.ts";
const DEFAULT_MINUTES = 10;
const MINUTE_MS = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, rounds: { type: "string" }, minutes: { type: "string" } },
});
process.exitCode = await main(positionals[0] ?? "");

async function main(name: string): Promise<number> {
  const file = join(import.meta.dirname, `${name}${SUFFIX}`);
  if (name === "" || !existsSync(file)) {
    const names = readdirSync(import.meta.dirname)
      .filter((entry) => entry.endsWith(SUFFIX))
      .map((entry) => entry.slice(0, -SUFFIX.length));
    process.stderr.write(`Name a campaign: ${names.join(", ")}.\n`);
    return 1;
  }
  const { run } = (await import(file)) as { readonly run: Campaign };
  const seed = Number(values.seed ?? Math.trunc(Math.random() * 1e9));
  const begunMs = performance.now();
  const report = await run({
    seed,
    rounds: values.rounds === undefined ? undefined : Number(values.rounds),
    limitMs: Number(values.minutes ?? DEFAULT_MINUTES) * MINUTE_MS,
    reportProgress: (line) => process.stderr.write(`${line}\n`),
  });
  const ran: CampaignRun = { name, seed, machine: describeMachine(), tookMs: performance.now() - begunMs, ...report };
  process.stdout.write(`${reportOf(ran)}\n`);
  return failuresOf(report).length === 0 ? 0 : 1;
}

function describeMachine(): string {
  const processors = os.cpus();
  const gib = Math.round(os.totalmem() / 2 ** 30);
  const model = processors[0]?.model.trim() ?? "unknown processor";
  return `${processors.length} × ${model}, ${gib} GiB, ${os.type()} ${os.release()}, Node ${process.versions.node}`;
}
