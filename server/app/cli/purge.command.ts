import type { Command, Option } from "commander";
import { InvalidArgumentError } from "commander";
import type { PurgeRun } from "../../contracts/retention.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { openStore } from "../../storage/database.ts";
import { createCore } from "../compose/core.ts";
import type { LogLevel } from "../station/log.ts";
import { createLog } from "../station/log.ts";
import { composeRetention } from "../compose/retention.ts";
import { print } from "./open-accounts.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly spatialiteOption: () => Option;
  readonly logOption: (level: LogLevel) => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};
type PurgeOptions = {
  readonly data: string;
  readonly olderThan?: number;
  readonly json: boolean;
  readonly spatialite?: string;
  readonly logLevel: LogLevel;
};

/** The command `purge`: what a running station does every hour, on a directory that no station uses. */
export function addPurgeCommand(
  program: Command,
  { option, dataOption, spatialiteOption, logOption, run }: Shared,
): void {
  program
    .command("purge")
    .description("Remove for good what is due by the station's retention, and give the room back to the disk.")
    .addOption(
      option(
        "--older-than <days>",
        "OLDER_THAN",
        "also flights that ended longer ago, whatever the retention",
      ).argParser(days),
    )
    .addOption(dataOption())
    .addOption(option("--json", "JSON", "one JSON object as the summary").default(false))
    .addOption(spatialiteOption())
    .addOption(logOption("warn"))
    .action((options: PurgeOptions) => run(() => purgeCommand(options)));
}

async function purgeCommand({ data, olderThan, json, spatialite, logLevel }: PurgeOptions): Promise<number> {
  const store = openStore({ dataDir: data, spatialite });
  const log = createLog(logLevel);
  try {
    const core = createCore({ store, clock: systemClock, ids: systemIds, log, observer: {} });
    const parts = { store, core, clock: systemClock, log, dataDir: data, recordAudit: () => undefined };
    const { service } = composeRetention(parts);
    service.startPurge(olderThan === undefined ? {} : { max_age_days: olderThan });
    const done = await service.finished();
    if (done === null) throw new Error("The purge did not run.");
    print(json, done, [describePurge(done)]);
    return done.outcome === "finished" ? 0 : 1;
  } finally {
    store.close();
  }
}

function describePurge({ removed, freed_bytes: freed }: PurgeRun): string {
  const { operations, records } = removed;
  return `Removed ${operations} flights with ${records} records; the recording is ${(freed / 1e6).toFixed(1)} MB smaller.`;
}

function days(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 36_500) return value;
  throw new InvalidArgumentError("It is a whole number of days, at least 1.");
}
