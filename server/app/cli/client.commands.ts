import type { Command, Option } from "commander";
import { createAudit } from "../../features/audit/index.ts";
import { addClient } from "../../identity/clients.ts";
import { listStoredClients, removeStoredClient } from "../../identity/clients.store.ts";
import { isoFromMs, systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Store } from "../../storage/database.ts";
import { openStore } from "../../storage/database.ts";
import type { AccountsLocation } from "./open-accounts.ts";
import { print } from "./open-accounts.ts";

type Shared = {
  readonly option: (flags: string, variable: string, description: string) => Option;
  readonly dataOption: () => Option;
  readonly spatialiteOption: () => Option;
  readonly run: (command: () => Promise<number>) => Promise<void>;
};
type Common = AccountsLocation & { readonly json: boolean };
type AddOptions = Common & { readonly postLogoutRedirectUri?: readonly string[]; readonly confidential: boolean };

/** The commands `client …`: applications that may ask people to sign in at the built-in provider. */
export function addClientCommands(program: Command, { option, dataOption, spatialiteOption, run }: Shared): void {
  const parent = program.command("client").description("Applications that sign people in at this station.");
  const client = (words: string, about: string) =>
    parent
      .command(words)
      .description(about)
      .addOption(dataOption())
      .addOption(spatialiteOption())
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
  client("list", "All registered applications.").action((options: Common) => run(() => list(options)));
  client("remove <client-id>", "Remove an application and end everybody's sessions in it.").action(
    (clientId: string, options: Common) => run(() => remove(clientId, options)),
  );
}

function add(name: string, redirectUris: readonly string[], options: AddOptions): Promise<number> {
  return withStore(options, ({ writer }) => {
    const added = addClient(
      { db: writer, clock: systemClock, ids: systemIds },
      {
        name,
        redirectUris,
        postLogoutRedirectUris: options.postLogoutRedirectUri ?? [],
        confidential: options.confidential,
      },
    );
    if (added.kind === "invalid") throw new Error(added.message);
    const { clientId, clientSecret } = added;
    const detail = { client_id: clientId, name };
    createAudit({ db: writer, clock: systemClock }).service.record({
      kind: "client_added",
      userId: null,
      actorId: null,
      detail,
    });
    print(
      options.json,
      {
        client_id: clientId,
        client_name: name,
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      },
      [`client id      ${clientId}`, ...(clientSecret === undefined ? [] : [`client secret  ${clientSecret}`])],
    );
  });
}

function list(options: Common): Promise<number> {
  return withStore(options, ({ reader }) => {
    const clients = listStoredClients(reader).map(({ metadata, createdMs }) => ({
      client_id: metadata.client_id,
      client_name: metadata.client_name,
      redirect_uris: metadata.redirect_uris,
      confidential: metadata.token_endpoint_auth_method !== "none",
      created_at: isoFromMs(createdMs),
    }));
    const lines = clients.map(({ client_id: id, client_name: name, redirect_uris: uris }) =>
      [id, name, uris?.join(" ")].join("  "),
    );
    print(options.json, { clients }, lines);
  });
}

function remove(clientId: string, options: Common): Promise<number> {
  return withStore(options, ({ writer }) => {
    if (!removeStoredClient(writer, clientId)) throw new Error(`There is no application ${clientId}.`);
    print(options.json, { client_id: clientId, removed: true }, [`${clientId}  removed`]);
  });
}

async function withStore({ data, spatialite }: AccountsLocation, use: (store: Store) => void): Promise<number> {
  const store = openStore({ dataDir: data, spatialite });
  try {
    use(store);
    return 0;
  } finally {
    store.close();
  }
}
