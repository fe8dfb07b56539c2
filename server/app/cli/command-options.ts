import type { Command, Option } from "commander";
import type { LogLevel } from "../station/config.ts";

/** The options that several commands have, each made anew for every command, and how a command is run. */
export type CommandOptions = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly spatialiteOption: () => Option;
  readonly urlOption: () => Option;
  readonly tokenOption: () => Option;
  readonly logOption: (level: LogLevel) => Option;
  /** Exits with the code of the command; a failure is printed as one sentence. */
  readonly run: (command: () => Promise<number>) => Promise<void>;
};

/** A command that works on a data directory or, with `--url`, on a running station, and prints JSON on request. */
export function addStationCommand(
  parent: Command,
  { words, about }: { readonly words: string; readonly about: string },
  { option, dataOption, spatialiteOption, urlOption, tokenOption }: CommandOptions,
): Command {
  return parent
    .command(words)
    .description(about)
    .addOption(dataOption())
    .addOption(spatialiteOption())
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(option("--json", "JSON", "one JSON object").default(false));
}
