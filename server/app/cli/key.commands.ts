import type { Command } from "commander";
import { addStationCommand, type CommandOptions } from "./command-options.ts";
import type { KeysRotateOptions } from "./key.run.ts";

/** The command `keys rotate`, for the keys of the built-in provider. */
export function addKeyCommands(program: Command, shared: CommandOptions): void {
  const { option, run } = shared;
  const keys = program.command("keys").description("Keys that sign the access tokens of this station.");
  const about = "Replace them now; what the old ones signed stays good until it expires, five minutes later.";
  addStationCommand(keys, { words: "rotate", about }, shared)
    .addOption(
      option("--end-sign-ins", "END_SIGN_INS", "after a loss: forget the old ones, everybody signs in again").default(
        false,
      ),
    )
    .action((options: KeysRotateOptions) => run(async () => (await import("./key.run.ts")).keysRotateCommand(options)));
}
