import type { Command } from "commander";
import { addStationCommand, type CommandOptions } from "./command-options.ts";
import type { StationLocation } from "./administration.ts";
import type { ClientAddOptions } from "./client.run.ts";

const commands = () => import("./client.run.ts");

/** The commands `client …`: applications whose users sign in with the built-in provider. */
export function addClientCommands(program: Command, shared: CommandOptions): void {
  const { option, run } = shared;
  const parent = program.command("client").description("Applications that sign people in at this station.");
  const client = (words: string, about: string) => addStationCommand(parent, { words, about }, shared);

  client("add <name> <redirect-uri...>", "Register an application by the name people see and its redirect addresses.")
    .addOption(
      option("--post-logout-redirect-uri <uri...>", "POST_LOGOUT_REDIRECT_URI", "where it may send people afterwards"),
    )
    .addOption(
      option("--confidential", "CONFIDENTIAL", "runs on a server and has a secret, which is shown this once").default(
        false,
      ),
    )
    .action((name: string, redirectUris: string[], options: ClientAddOptions) =>
      run(async () => (await commands()).clientAddCommand(name, redirectUris, options)),
    );
  client("list", "All registered applications.").action((options: StationLocation) =>
    run(async () => (await commands()).clientListCommand(options)),
  );
  client("remove <client-id>", "Remove an application and end everybody's sessions in it.").action(
    (clientId: string, options: StationLocation) =>
      run(async () => (await commands()).clientRemoveCommand(clientId, options)),
  );
}
