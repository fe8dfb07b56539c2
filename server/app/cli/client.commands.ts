import type { Command, Option } from "commander";
import { callAdministrationRoute, type StationLocation } from "./administration.ts";
import { print } from "./open-accounts.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly spatialiteOption: () => Option;
  readonly urlOption: () => Option;
  readonly tokenOption: () => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};
type AddOptions = StationLocation & {
  readonly postLogoutRedirectUri?: readonly string[];
  readonly confidential: boolean;
};

/** The commands `client …`: applications that may ask people to sign in at the built-in provider. */
export function addClientCommands(
  program: Command,
  { option, dataOption, spatialiteOption, urlOption, tokenOption, run }: Shared,
): void {
  const parent = program.command("client").description("Applications that sign people in at this station.");
  const client = (words: string, about: string) =>
    parent
      .command(words)
      .description(about)
      .addOption(dataOption())
      .addOption(spatialiteOption())
      .addOption(urlOption())
      .addOption(tokenOption())
      .addOption(option("--json", "JSON", "one JSON object").default(false));

  client("add <name> <redirect-uri...>", "Register an application by the name people see and its redirect addresses.")
    .addOption(
      option("--post-logout-redirect-uri <uri...>", "POST_LOGOUT_REDIRECT_URI", "where it may send people afterwards"),
    )
    .addOption(
      option("--confidential", "CONFIDENTIAL", "runs on a server and has a secret, which is shown this once").default(
        false,
      ),
    )
    .action((name: string, redirectUris: string[], options: AddOptions) => run(() => add(name, redirectUris, options)));
  client("list", "All registered applications.").action((options: StationLocation) => run(() => list(options)));
  client("remove <client-id>", "Remove an application and end everybody's sessions in it.").action(
    (clientId: string, options: StationLocation) => run(() => remove(clientId, options)),
  );
}

async function add(name: string, redirectUris: readonly string[], options: AddOptions): Promise<number> {
  const { client, client_secret: secret } = await callAdministrationRoute(options, "addClient", {
    body: {
      client_name: name,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: options.postLogoutRedirectUri ?? [],
      confidential: options.confidential,
    },
  });
  const { client_id, client_name } = client;
  print(options.json, { client_id, client_name, ...(secret === null ? {} : { client_secret: secret }) }, [
    `client id      ${client_id}`,
    ...(secret === null ? [] : [`client secret  ${secret}`]),
  ]);
  return 0;
}

async function list(options: StationLocation): Promise<number> {
  const clients = await callAdministrationRoute(options, "listClients");
  const lines = clients.map(({ client_id: id, client_name: name, redirect_uris: uris }) =>
    [id, name, uris.join(" ")].join("  "),
  );
  print(options.json, { clients }, lines);
  return 0;
}

async function remove(clientId: string, options: StationLocation): Promise<number> {
  await callAdministrationRoute(options, "removeClient", { params: { client_id: clientId } });
  print(options.json, { client_id: clientId, removed: true }, [`${clientId}  removed`]);
  return 0;
}
