import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { systemClock } from "../../kernel/clock.ts";
import { backupRecording, restoreRecording, saveBackup } from "../../storage/backup.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";
import { progressLine } from "./replay.summary.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly urlOption: () => Option;
  readonly tokenOption: () => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};
type BackupOptions = {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly json: boolean;
};

/** The commands `backup` and `restore`: a whole recording in one file. */
export function addBackupCommands(program: Command, { option, dataOption, urlOption, tokenOption, run }: Shared): void {
  const jsonOption = () => option("--json", "JSON", "one JSON object as the summary").default(false);
  program
    .command("backup")
    .description(
      "Copy the recording into one file, also while a station writes to it. It holds accounts and keys as well.",
    )
    .argument("<file>", "the file to make")
    .addOption(dataOption())
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(jsonOption())
    .action((file: string, options: BackupOptions) => run(() => backupCommand(resolve(file), options)));
  program
    .command("restore")
    .description("Put a backup into the data directory; a recording that is there is kept beside it.")
    .argument("<file>", "a backup")
    .addOption(dataOption())
    // Known, so that whoever tries hears why not; not from the environment, where it is meant for other commands.
    .addOption(new Option("--url <url>").hideHelp())
    .addOption(new Option("--token <pat>").hideHelp())
    .addOption(jsonOption())
    .action((file: string, options: BackupOptions) => run(() => restoreCommand(resolve(file), options)));
}

async function backupCommand(file: string, { data, url, token, json }: BackupOptions): Promise<number> {
  if (url === undefined) await backupRecording(data, file, progressLine("backup"));
  else await backupRemotely({ url, token }, file);
  const where = url === undefined ? `in ${data}` : `of the station at ${url}`;
  process.stdout.write(json ? `${JSON.stringify({ file })}\n` : `The recording ${where} is in ${file}.\n`);
  return 0;
}

async function backupRemotely(station: RemoteStation, file: string): Promise<void> {
  // Before the station takes the trouble.
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name.`);
  const accept = "application/vnd.sqlite3";
  const response = await fetchFromStation(station, "/station/v1/backups", { method: "POST", accept });
  try {
    await saveBackup(response.body!, file);
  } catch (error) {
    // What fetch says of a connection that ended too early is "terminated".
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`The station at ${station.url} ended before the backup was whole; nothing was kept.`, {
      cause: error,
    });
  }
}

async function restoreCommand(file: string, { data, url, json }: BackupOptions): Promise<number> {
  if (url !== undefined) {
    throw new Error(
      "A running station cannot be given another recording: end it, then restore into its data directory with --data.",
    );
  }
  const { keptAs } = await restoreRecording(file, data, systemClock.now());
  const kept = keptAs === null ? "" : ` What was there is kept as ${keptAs}.`;
  process.stdout.write(
    json ? `${JSON.stringify({ file, kept_as: keptAs })}\n` : `${file} is now the recording in ${data}.${kept}\n`,
  );
  return 0;
}
