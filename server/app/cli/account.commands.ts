import { InvalidArgumentError, type Command } from "commander";
import { addStationCommand, type CommandOptions } from "./command-options.ts";
import { MAX_PAT_VALIDITY_DAYS } from "../../contracts/tokens.limits.ts";
import type { StationLocation } from "./administration.ts";
import type { TokenCreateOptions } from "./token.run.ts";
import type { UserAddOptions, UserPasswordOptions } from "./user.run.ts";

// Loaded when one of the commands is called, because they need many modules.
const users = () => import("./user.run.ts");
const tokens = () => import("./token.run.ts");

/** The commands `user …` and `token …`: on a data directory that no server is using, or on a running station. */
export function addAccountCommands(program: Command, shared: CommandOptions): void {
  const { option, run } = shared;
  const group = (name: string, description: string) => {
    const parent = program.command(name).description(description);
    return (words: string, about: string) => addStationCommand(parent, { words, about }, shared);
  };
  const passwordOption = () =>
    option("--password <text>", "PASSWORD", "better in the environment; asked for, or generated, when not given");
  const nameOption = (about: string) => option("--name <text>", "NAME", about);

  const user = group("user", "Accounts of a station.");
  user("add <email>", "Create an account; the first one administers the station.")
    .addOption(nameOption("first and last name"))
    .addOption(option("--administrator", "ADMINISTRATOR", "may run the station").default(false))
    .addOption(passwordOption())
    .action((email: string, options: UserAddOptions) =>
      run(async () => (await users()).userAddCommand(email, options)),
    );
  user("list", "All accounts.").action((options: StationLocation) =>
    run(async () => (await users()).userListCommand(options)),
  );
  for (const [word, change, about] of [
    ["disable", { is_disabled: true }, "Disable an account (e-mail address or id) at once, with all its tokens."],
    ["enable", { is_disabled: false }, "Enable an account (e-mail address or id) again."],
    ["promote", { is_administrator: true }, "Let an account (e-mail address or id) administer the station."],
    ["demote", { is_administrator: false }, "Take administration from an account (e-mail address or id)."],
  ] as const) {
    user(`${word} <user>`, about).action((named: string, options: StationLocation) =>
      run(async () => (await users()).userStateCommand(named, change, options)),
    );
  }
  user("reset-password <user>", "Give an account another password and end its sessions.")
    .addOption(passwordOption())
    .action((named: string, options: UserPasswordOptions) =>
      run(async () => (await users()).userPasswordCommand(named, options)),
    );

  user(
    "reset-second-factor <user>",
    "Remove the second factor of an account whose person has lost it, and end its sessions.",
  ).action((named: string, options: StationLocation) =>
    run(async () => (await users()).userSecondFactorCommand(named, options)),
  );

  const token = group("token", "Personal access tokens: of a data directory, or one's own at a running station.");
  token("create [user]", "Create a token; its text is shown this once. At a running station it is one's own.")
    .addOption(nameOption("what it is for"))
    .addOption(option("--password <text>", "PASSWORD", "of the account, for --url; better in the environment"))
    .addOption(
      option("--days <number>", "DAYS", "how long it is valid for").default(MAX_PAT_VALIDITY_DAYS).argParser(days),
    )
    .action((named: string | undefined, options: TokenCreateOptions) =>
      run(async () => (await tokens()).tokenCreateCommand(named, options)),
    );
  token("list [user]", "Tokens of one account, or of all.").action(
    (named: string | undefined, options: StationLocation) =>
      run(async () => (await tokens()).tokenListCommand(named, options)),
  );
  token("revoke <token-id>", "End a token at once.").action((id: string, options: StationLocation) =>
    run(async () => (await tokens()).tokenRevokeCommand(id, options)),
  );
}

function days(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > MAX_PAT_VALIDITY_DAYS) {
    throw new InvalidArgumentError(`A number above 0, at most ${MAX_PAT_VALIDITY_DAYS}.`);
  }
  return value;
}
