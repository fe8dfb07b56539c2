import { resolve } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { ImportOptions } from "./import.run.ts";
import { parseMoment } from "./option-values.ts";
import type { ReplayOptions } from "./replay.run.ts";

/** The commands `replay` and `import`, which take files into a recording. */
export function addRecordingCommands(
  program: Command,
  { option, dataOption, spatialiteOption, urlOption, tokenOption, logOption, run }: CommandOptions,
): void {
  program
    .command("replay")
    .description("Take recordings into the data directory, keeping their capture times.")
    .argument("<file...>", "pcap, pcapng, tlog, MAVLink bytes, UDP or SCOUT JSON lines")
    .addOption(dataOption())
    .addOption(option("--sensor <id>", "SENSOR", "sensor id of what the recordings hold; the file's name by default"))
    .addOption(
      option("--speed <factor>", "SPEED", "1 as recorded, 0 as fast as it can be stored").default(0).argParser(factor),
    )
    .addOption(option("--json", "JSON", "one JSON object as the summary").default(false))
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(spatialiteOption())
    .addOption(logOption("warn"))
    .action((files: string[], options: ReplayOptions) =>
      run(async () => {
        const { replayCommand } = await import("./replay.run.ts");
        return replayCommand(
          files.map((file) => resolve(file)),
          options,
        );
      }),
    );

  program
    .command("import")
    .description("Take flight logs in as flights of an account; a file that is there already is not stored twice.")
    .argument("<file...>", "GPX, KML, CSV, tlog, DataFlash, ULog, DJI SRT and .txt")
    .addOption(dataOption())
    .addOption(option("--user <email>", "USER", "whose flights they are; who administers the station by default"))
    .addOption(option("--visibility <who>", "VISIBILITY", "who sees them").choices(["public", "private"]))
    .addOption(
      option("--utc-offset <minutes>", "UTC_OFFSET", "zone of the clock of logs in local time, minutes east of UTC")
        .default(0)
        .argParser(minutes),
    )
    .addOption(
      option(
        "--started <time>",
        "STARTED",
        "when the flight began, for logs that do not say it: 2026-09-01T10:00:00Z",
      ).argParser(parseMoment),
    )
    .addOption(option("--json", "JSON", "one JSON object as the summary").default(false))
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(spatialiteOption())
    .addOption(logOption("warn"))
    .action((files: string[], options: ImportOptions) =>
      run(async () => {
        const { importCommand } = await import("./import.run.ts");
        return importCommand(
          files.map((file) => resolve(file)),
          options,
        );
      }),
    );
}

function minutes(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || Math.abs(value) > 16 * 60) {
    throw new InvalidArgumentError("Whole minutes east of UTC, negative in the west.");
  }
  return value;
}

function factor(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) throw new InvalidArgumentError("A number from 0 up.");
  return value;
}
