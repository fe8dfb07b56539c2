import type { Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import { InvalidArgumentError } from "commander";
import type { PurgeOptions } from "./purge.run.ts";

/** The command `purge`: the hourly purge of a running station, for a directory that no station is using. */
export function addPurgeCommand(
  program: Command,
  { option, dataOption, spatialiteOption, logOption, run }: CommandOptions,
): void {
  program
    .command("purge")
    .description("Remove permanently what is due by the station's retention, and give its space back to the disk.")
    .addOption(
      option(
        "--older-than <days>",
        "OLDER_THAN",
        "also operations that ended longer ago, whatever the retention",
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
