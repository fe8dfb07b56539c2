import { resolve } from "node:path";
import type { Command, Option } from "commander";
import { systemClock } from "../../kernel/clock.ts";
import { backupRecording, restoreRecording } from "../../storage/backup.ts";
import { progressLine } from "./replay.summary.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};
type BackupOptions = { readonly data: string; readonly json: boolean };

/** The commands `backup` and `restore`: a whole recording in one file. */
export function addBackupCommands(program: Command, { option, dataOption, run }: Shared): void {
  const jsonOption = () => option("--json", "JSON", "one JSON object as the summary").default(false);
  program
    .command("backup")
    .description(
      "Copy the recording into one file, also while a station writes to it. It holds accounts and keys as well.",
    )
    .argument("<file>", "the file to make")
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((file: string, options: BackupOptions) => run(() => backupCommand(resolve(file), options)));
  program
    .command("restore")
    .description("Put a backup into the data directory; a recording that is there is kept beside it.")
    .argument("<file>", "a backup")
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((file: string, options: BackupOptions) => run(() => restoreCommand(resolve(file), options)));
}

async function backupCommand(file: string, { data, json }: BackupOptions): Promise<number> {
  await backupRecording(data, file, progressLine("backup"));
  process.stdout.write(json ? `${JSON.stringify({ file })}\n` : `The recording in ${data} is in ${file}.\n`);
  return 0;
}

async function restoreCommand(file: string, { data, json }: BackupOptions): Promise<number> {
  const { keptAs } = await restoreRecording(file, data, systemClock.now());
  const kept = keptAs === null ? "" : ` What was there is kept as ${keptAs}.`;
  process.stdout.write(
    json ? `${JSON.stringify({ file, kept_as: keptAs })}\n` : `${file} is now the recording in ${data}.${kept}\n`,
  );
  return 0;
}
