import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { errors } from "oidc-provider";
import type { IdentityDeps } from "./identity.deps.ts";
import { type PageText, pageTextFor } from "./pages/page-text.ts";
import { PATHS, REALM_PATH } from "./realm.ts";
import { formActionSource } from "./redirects.rules.ts";

export type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

export type InteractionDeps = Pick<IdentityDeps, "accounts" | "secondFactor" | "audit"> & {
  readonly provider: Provider;
  readonly cookieSecret: string;
};

export type InteractionContext = {
  readonly deps: InteractionDeps;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly details: Interaction;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string | undefined;
};

/** The request that a page belongs to; undefined where it has expired. */
export async function findInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(request, response);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

export function pageTextOf({ request, details }: InteractionContext): PageText {
  return pageTextFor(request.headers["accept-language"], details.params["ui_locales"]);
}

export function actionOf(details: Interaction): string {
  return `${REALM_PATH}${PATHS.interaction}${details.uid}`;
}

/** Where the forms of an interaction may lead, for the content security policy. */
export function formActionsOf({ redirectUri }: InteractionContext): readonly (string | undefined)[] {
  return [redirectUri === undefined ? undefined : formActionSource(redirectUri)];
}

export async function loadInteraction(
  deps: InteractionDeps,
  request: IncomingMessage,
  response: ServerResponse,
  details: Interaction,
): Promise<InteractionContext> {
  const clientId = String(details.params["client_id"]);
  const client = await deps.provider.Client.find(clientId);
  const redirectUri = details.params["redirect_uri"];
  return {
    deps,
    request,
    response,
    details,
    clientId,
    clientName: client?.clientName ?? clientId,
    redirectUri: typeof redirectUri === "string" ? redirectUri : undefined,
  };
}
