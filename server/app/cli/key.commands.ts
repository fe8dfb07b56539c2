import type { Command } from "commander";
import { addStationCommand, type CommandOptions } from "./command-options.ts";
import type { KeyRotateOptions } from "./key.run.ts";

/** The command `key rotate`, for the keys of the built-in provider. */
export function addKeyCommands(program: Command, shared: CommandOptions): void {
  const { option, run } = shared;
  const key = program.command("key").description("Keys that sign the access tokens of this station.");
  const about = "Replace them now; what the old ones signed stays good until it expires, five minutes later.";
  addStationCommand(key, { words: "rotate", about }, shared)
    .addOption(
      option("--end-sign-ins", "END_SIGN_INS", "after a loss: forget the old ones, everybody signs in again").default(
        false,
      ),
    )
    .action((options: KeyRotateOptions) => run(async () => (await import("./key.run.ts")).keyRotateCommand(options)));
}
