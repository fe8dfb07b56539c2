import type { trafficRoutes } from "../../contracts/traffic.ts";
import { failure } from "../../kernel/failure.ts";
import { parseBbox } from "../../kernel/geo.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { TrafficDeps } from "./traffic.deps.ts";
import type { TrafficService } from "./traffic.service.ts";

export type TrafficHandlers = Handlers<typeof trafficRoutes>;

export function createTrafficHandlers(
  service: TrafficService,
  { recordAudit }: Pick<TrafficDeps, "recordAudit">,
): TrafficHandlers {
  return {
    listTraffic({ query }) {
      const parsed = query.bbox === undefined ? undefined : parseBbox(query.bbox);
      if (parsed?.kind === "invalid") return failure(400, "validation_error", `bbox: ${parsed.message}.`);
      const atMs = query.at === undefined ? undefined : Date.parse(query.at);
      return { status: 200, body: [...service.list(atMs, parsed?.bbox)] };
    },
    getTrafficRetention: () => ({ status: 200, body: { max_age_days: service.getKeptDays() } }),
    setTrafficRetention({ body, principal, remoteAddress }) {
      service.saveKeptDays(body.max_age_days);
      const actorId = principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
      const detail = { traffic_max_age_days: String(body.max_age_days) };
      recordAudit({ kind: "retention_changed", userId: null, actorId, address: remoteAddress, detail });
      return { status: 200, body };
    },
  };
}
