import type { Command, Option } from "commander";
import { InvalidArgumentError } from "commander";
import type { LogLevel } from "../station/config.ts";
import type { PurgeOptions } from "./purge.run.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly spatialiteOption: () => Option;
  readonly logOption: (level: LogLevel) => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};

/** The command `purge`: the hourly purge of a running station, for a directory that no station is using. */
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
    .action((options: PurgeOptions) => run(async () => (await import("./purge.run.ts")).purgeCommand(options)));
}

function days(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 36_500) return value;
  throw new InvalidArgumentError("It is a whole number of days, at least 1.");
}
