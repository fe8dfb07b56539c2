import { callAdministrationRoute, type StationLocation } from "./administration.ts";
import { print } from "./print.ts";

export type ClientAddOptions = StationLocation & {
  readonly postLogoutRedirectUri?: readonly string[];
  readonly confidential: boolean;
};

/** Registers an application. This is the only time that its secret is shown. */
export async function clientAddCommand(
  name: string,
  redirectUris: readonly string[],
  options: ClientAddOptions,
): Promise<number> {
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

/** Lists all registered applications. */
export async function clientListCommand(options: StationLocation): Promise<number> {
  const clients = await callAdministrationRoute(options, "listClients");
  const lines = clients.map(({ client_id: id, client_name: name, redirect_uris: uris }) =>
    [id, name, uris.join(" ")].join("  "),
  );
  print(options.json, { clients }, lines);
  return 0;
}

/** Removes an application and ends all sessions in it. */
export async function clientRemoveCommand(clientId: string, options: StationLocation): Promise<number> {
  await callAdministrationRoute(options, "removeClient", { params: { client_id: clientId } });
  print(options.json, { client_id: clientId, removed: true }, [`${clientId}  removed`]);
  return 0;
}
