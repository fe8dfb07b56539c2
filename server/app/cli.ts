import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { addAccountCommands } from "./cli/account.commands.ts";
import { addBackupCommands } from "./cli/backup.commands.ts";
import { addClientCommands } from "./cli/client.commands.ts";
import type { CommandOptions } from "./cli/command-options.ts";
import { addKeyCommands } from "./cli/key.commands.ts";
import { addMapSetCommands } from "./cli/map-sets.commands.ts";
import type { DoctorOptions } from "./cli/doctor.command.ts";
import { addExportCommand } from "./cli/export.commands.ts";
import { addPurgeCommand } from "./cli/purge.command.ts";
import { addAlertCommands } from "./cli/alert.commands.ts";
import { addOutputCommands } from "./cli/output.commands.ts";
import { addEvidenceCommands } from "./cli/evidence.commands.ts";
import { addSetupCommands } from "./cli/setup.commands.ts";
import { addSyncCommands } from "./cli/sync.commands.ts";
import type { ImportOptions } from "./cli/import.command.ts";
import type { ReplayOptions } from "./cli/replay.command.ts";
import { moment } from "./cli/option-values.ts";
import { addServeCommand } from "./cli/serve.commands.ts";
import { defaultDataDir, LOG_LEVELS, VERSION } from "./station/config.ts";

// The cached code is executed, so the folder must be one that only those can write who may change the program anyway.
// Without write permission there is no cache. The cache only covers modules loaded after this line, so each command
// imports its own modules when it is called.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/station"));

/** The command line of a station without a window. Every option is also an environment variable. */
export const program = new Command("station")
  .description("Fieldstation without a window: a ground-control station for drone Remote ID.")
  .version(VERSION)
  .showHelpAfterError("(--help lists the options)");

const dataOption = () =>
  option("--data <dir>", "DATA", "directory of the recording")
    .default(defaultDataDir(process.platform, process.env))
    .argParser((text) => resolve(text));
const spatialiteOption = () =>
  option("--spatialite <path>", "SPATIALITE", "path of mod_spatialite, if not the system's");
const urlOption = () => option("--url <url>", "URL", "a running station, instead of a data directory");
const tokenOption = () => option("--token <pat>", "TOKEN", "personal access token for --url");
const logOption = (level: (typeof LOG_LEVELS)[number]) =>
  option("--log-level <level>", "LOG_LEVEL", "what is logged to standard error").choices(LOG_LEVELS).default(level);

const shared: CommandOptions = { option, dataOption, spatialiteOption, urlOption, tokenOption, logOption, run };

addServeCommand(program, shared);

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
      const { replayCommand } = await import("./cli/replay.command.ts");
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
    ).argParser(moment),
  )
  .addOption(option("--json", "JSON", "one JSON object as the summary").default(false))
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(spatialiteOption())
  .addOption(logOption("warn"))
  .action((files: string[], options: ImportOptions) =>
    run(async () => {
      const { importCommand } = await import("./cli/import.command.ts");
      return importCommand(
        files.map((file) => resolve(file)),
        options,
      );
    }),
  );

addExportCommand(program, shared);

program
  .command("doctor")
  .description("Look at everything a station needs and say what is missing.")
  .addOption(dataOption())
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(spatialiteOption())
  .addOption(option("--json", "JSON", "one JSON object instead of lines").default(false))
  .action((options: DoctorOptions) =>
    run(async () => (await import("./cli/doctor.command.ts")).doctorCommand(options)),
  );

addAccountCommands(program, shared);
addBackupCommands(program, shared);
addPurgeCommand(program, shared);
addClientCommands(program, shared);
addKeyCommands(program, shared);
addSyncCommands(program, shared);
addSetupCommands(program, shared);
addMapSetCommands(program, shared);
addAlertCommands(program, shared);
addOutputCommands(program, shared);
addEvidenceCommands(program, shared);

// A test imports the program to read its help.
if (import.meta.main) await program.parseAsync();

function option(flags: string, variable: string, description: string): Option {
  const name = `STATION_${variable}`;
  const isSwitch = !flags.includes("<");
  // Commander treats every value of a flag as true, even `STATION_LOCAL_OPERATOR=0`.
  if (isSwitch && ["", "0", "false"].includes(process.env[name] ?? "on")) delete process.env[name];
  return new Option(flags, description).env(name);
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

/** Exits with 0 only when everything succeeded; a failure is printed as one sentence, without a stack trace. */
async function run(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
