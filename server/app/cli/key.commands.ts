import type { Command, Option } from "commander";
import type { KeysRotateOptions } from "./key.run.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly spatialiteOption: () => Option;
  readonly urlOption: () => Option;
  readonly tokenOption: () => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};

/** The command `keys rotate`, for the keys of the built-in provider. */
export function addKeyCommands(
  program: Command,
  { option, dataOption, spatialiteOption, urlOption, tokenOption, run }: Shared,
): void {
  program
    .command("keys")
    .description("Keys that sign the access tokens of this station.")
    .command("rotate")
    .description("Replace them now; what the old ones signed stays good until it expires, five minutes later.")
    .addOption(
      option("--end-sign-ins", "END_SIGN_INS", "after a loss: forget the old ones, everybody signs in again").default(
        false,
      ),
    )
    .addOption(dataOption())
    .addOption(spatialiteOption())
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(option("--json", "JSON", "one JSON object").default(false))
    .action((options: KeysRotateOptions) => run(async () => (await import("./key.run.ts")).keysRotateCommand(options)));
}
