import type { Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { KeysRotateOptions } from "./key.run.ts";

/** The command `keys rotate`, for the keys of the built-in provider. */
export function addKeyCommands(
  program: Command,
  { option, dataOption, spatialiteOption, urlOption, tokenOption, run }: CommandOptions,
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
