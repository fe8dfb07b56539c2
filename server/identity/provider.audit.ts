import type { EventEmitter } from "node:events";
import type { Provider } from "oidc-provider";
import type { IdentityDeps } from "./identity.deps.ts";

/** Reports the provider's own events to the audit log and the program log. */
export function watchProvider(provider: Provider, { audit, log }: Pick<IdentityDeps, "audit" | "log">): void {
  provider.on("grant.success", ({ oidc }) => {
    const userId = oidc.account?.accountId;
    if (userId === undefined) return;
    const grantType = String(oidc.params?.["grant_type"]);
    audit({ kind: "tokens_issued", userId, clientId: oidc.client?.clientId ?? "", grantType });
  });
  provider.on("grant.error", (ctx, error) => {
    const clientId = ctx.oidc.client?.clientId ?? "";
    if (/already (used|consumed)/.test(error.error_detail ?? "")) {
      const userId = ctx.oidc.account?.accountId;
      audit({ kind: "replay_refused", clientId, address: ctx.ip, ...(userId === undefined ? {} : { userId }) });
    }
    log.debug({ clientId, error: error.error, detail: error.error_detail }, "a token request was refused");
  });
  provider.on("end_session.success", (ctx) => {
    const userId = ctx.oidc.session?.accountId;
    if (userId !== undefined) audit({ kind: "signed_out", userId, address: ctx.ip });
  });
  provider.on("server_error", (ctx, error) => log.error({ err: error, path: ctx.path }, "the provider failed"));
  const emitter: EventEmitter = provider;
  emitter.on("error", (error: unknown) => log.error({ err: error }, "the provider failed"));
}
