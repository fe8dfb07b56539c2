import type { ClientApplication, providerRoutes } from "../../contracts/administration.ts";
import { administratorOf } from "../../features/users/index.ts";
import type { StoredClient } from "../../identity/clients.store.ts";
import type { IdentityProvider } from "../../identity/identity-provider.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";

/** Administration of the built-in provider: applications and keys. */
export function createProviderHandlers(
  provider: Pick<IdentityProvider, "listClients" | "addClient" | "removeClient" | "replaceKeys">,
): Handlers<typeof providerRoutes> {
  return {
    listClients: () => ({ status: 200, body: provider.listClients().map(toApplication) }),

    addClient({ body, ...call }) {
      const added = provider.addClient(
        {
          name: body.client_name,
          redirectUris: body.redirect_uris,
          postLogoutRedirectUris: body.post_logout_redirect_uris ?? [],
          confidential: body.confidential ?? false,
        },
        administratorOf(call),
      );
      if (added.kind === "invalid")
        return { status: 400, body: { error: "invalid_client", messages: [added.message] } };
      return {
        status: 200,
        body: { client: toApplication(added.client), client_secret: added.clientSecret ?? null },
      };
    },

    removeClient({ params, ...call }) {
      if (provider.removeClient(params.client_id, administratorOf(call))) return { status: 204 };
      const messages = ["client_id: there is no such application."];
      return { status: 404, body: { error: "not_found", messages } };
    },

    async replaceSigningKeys({ body, ...call }) {
      const keyId = await provider.replaceKeys({ endsSignIns: body.end_sign_ins ?? false }, administratorOf(call));
      return { status: 200, body: { key_id: keyId } };
    },
  };
}

/** A registered application as the API returns it; its secret is stored as a hash and never returned. */
export function toApplication({ metadata, createdMs }: StoredClient): ClientApplication {
  return {
    client_id: metadata.client_id,
    client_name: metadata.client_name ?? metadata.client_id,
    redirect_uris: [...(metadata.redirect_uris ?? [])],
    post_logout_redirect_uris: [...(metadata.post_logout_redirect_uris ?? [])],
    confidential: metadata.token_endpoint_auth_method !== "none",
    created_at: isoFromMs(createdMs),
  };
}
