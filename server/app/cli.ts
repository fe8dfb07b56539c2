import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { Command, Option } from "commander";
import { addAccountCommands } from "./cli/account.commands.ts";
import { addBackupCommands } from "./cli/backup.commands.ts";
import { addClientCommands } from "./cli/client.commands.ts";
import type { CommandOptions } from "./cli/command-options.ts";
import { addKeyCommands } from "./cli/key.commands.ts";
import { addMapSetCommands } from "./cli/map-set.commands.ts";
import { addDoctorCommand } from "./cli/doctor.commands.ts";
import { addExportCommand } from "./cli/export.commands.ts";
import { addPurgeCommand } from "./cli/purge.commands.ts";
import { addAlertCommands } from "./cli/alert.commands.ts";
import { addOutputCommands } from "./cli/output.commands.ts";
import { addEvidenceCommands } from "./cli/evidence.commands.ts";
import { addSetupCommands } from "./cli/setup.commands.ts";
import { addSyncCommands } from "./cli/sync.commands.ts";
import { addRecordingCommands } from "./cli/recordings.commands.ts";
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
addRecordingCommands(program, shared);
addExportCommand(program, shared);
addDoctorCommand(program, shared);
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

/** Exits with 0 only when everything succeeded; a failure is printed as one sentence, without a stack trace. */
async function run(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
