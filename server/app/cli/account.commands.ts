import { InvalidArgumentError, type Command, type Option } from "commander";
import { PAT_LONGEST_VALIDITY_DAYS } from "../../contracts/tokens.ts";
import { tokenCreateCommand, type TokenCreateOptions, tokenListCommand, tokenRevokeCommand } from "./token.commands.ts";
import {
  userAddCommand,
  type UserAddOptions,
  userDisableCommand,
  userListCommand,
  userPasswordCommand,
  type UserPasswordOptions,
} from "./user.commands.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly spatialiteOption: () => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};
type Common = Parameters<typeof userListCommand>[0];

/** The commands `user …` and `token …`, on a data directory that no server is using. */
export function addAccountCommands(program: Command, { option, dataOption, spatialiteOption, run }: Shared): void {
  const group = (name: string, description: string) => {
    const parent = program.command(name).description(description);
    return (words: string, about: string) =>
      parent
        .command(words)
        .description(about)
        .addOption(dataOption())
        .addOption(spatialiteOption())
        .addOption(option("--json", "JSON", "one JSON object").default(false));
  };
  const passwordOption = () =>
    option("--password <text>", "PASSWORD", "better in the environment; asked for, or made up, when not given");
  const nameOption = (about: string) => option("--name <text>", "NAME", about);

  const user = group("user", "Accounts of the data directory.");
  user("add <email>", "Make an account; the first one administers the station.")
    .addOption(nameOption("first and last name"))
    .addOption(option("--administrator", "ADMINISTRATOR", "may run the station").default(false))
    .addOption(passwordOption())
    .action((email: string, options: UserAddOptions) => run(() => userAddCommand(email, options)));
  user("list", "All accounts.").action((options: Common) => run(() => userListCommand(options)));
  for (const [word, isDisabled, about] of [
    ["disable", true, "Shut an account (e-mail address or id) out at once, with all its tokens."],
    ["enable", false, "Let an account (e-mail address or id) in again."],
  ] as const) {
    user(`${word} <user>`, about).action((named: string, options: Common) =>
      run(() => userDisableCommand(named, isDisabled, options)),
    );
  }
  user("reset-password <user>", "Give an account another password and end its sessions.")
    .addOption(passwordOption())
    .action((named: string, options: UserPasswordOptions) => run(() => userPasswordCommand(named, options)));

  const token = group("token", "Personal access tokens of the data directory.");
  token("create <user>", "Make a token; its text is shown this once.")
    .addOption(nameOption("what it is for"))
    .addOption(
      option("--days <number>", "DAYS", "how long it is good for").default(PAT_LONGEST_VALIDITY_DAYS).argParser(days),
    )
    .action((named: string, options: TokenCreateOptions) => run(() => tokenCreateCommand(named, options)));
  token("list [user]", "Tokens of one account, or of all.").action((named: string | undefined, options: Common) =>
    run(() => tokenListCommand(named, options)),
  );
  token("revoke <token-id>", "End a token at once.").action((id: string, options: Common) =>
    run(() => tokenRevokeCommand(id, options)),
  );
}

function days(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > PAT_LONGEST_VALIDITY_DAYS) {
    throw new InvalidArgumentError(`A number above 0, at most ${PAT_LONGEST_VALIDITY_DAYS}.`);
  }
  return value;
}
