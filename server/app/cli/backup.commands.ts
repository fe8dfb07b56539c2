import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { BackupOptions, RestoreOptions } from "./backup.run.ts";
import type { SalvageOptions } from "./salvage.run.ts";

const commands = () => import("./backup.run.ts");

/** The commands `backup`, `restore` and `salvage`: a whole recording in one file. */
export function addBackupCommands(
  program: Command,
  { option, dataOption, spatialiteOption, urlOption, tokenOption, run }: CommandOptions,
): void {
  const jsonOption = () => option("--json", "JSON", "one JSON object as the summary").default(false);
  program
    .command("backup")
    .description("Copy the recording into one file, also while a station writes to it. It holds accounts as well.")
    .argument("<file>", "the file to make")
    .addOption(dataOption())
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(
      option("--recipient <key...>", "BACKUP_RECIPIENT", "encrypt it to these public keys of age (age1…)").default([]),
    )
    .addOption(
      option("--passphrase", "BACKUP_ENCRYPT", "encrypt it with a passphrase, which is asked for").default(false),
    )
    .addOption(jsonOption())
    .action((file: string, options: BackupOptions) =>
      run(async () => (await commands()).backupCommand(resolve(file), options)),
    );
  program
    .command("restore")
    .description("Put a backup into the data directory; a recording that is there is kept beside it.")
    .argument("<file>", "a backup; where it is encrypted with a passphrase, that is asked for")
    .addOption(dataOption())
    .addOption(option("--identity <file>", "BACKUP_IDENTITY", "the identity that opens it, as age-keygen made it"))
    // Accepted so that the command can explain why it does not work with a running station. Not read from the
    // environment, where the values are meant for other commands.
    .addOption(new Option("--url <url>").hideHelp())
    .addOption(new Option("--token <pat>").hideHelp())
    .addOption(jsonOption())
    .action((file: string, options: RestoreOptions) =>
      run(async () => (await commands()).restoreCommand(resolve(file), options)),
    );
  program
    .command("salvage")
    .description("Copy every row that can still be read of a damaged recording into a new file, which can be restored.")
    .argument("<file>", "the file to make")
    .addOption(dataOption())
    .addOption(option("--from <file>", "SALVAGE_FROM", "the damaged file, if not the one of the data directory"))
    .addOption(spatialiteOption())
    .addOption(jsonOption())
    .action((file: string, options: SalvageOptions) =>
      run(async () => (await import("./salvage.run.ts")).salvageCommand(resolve(file), options)),
    );
}
