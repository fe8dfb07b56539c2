import { isMapFormat } from "../../../contracts/formats.ts";
import type { operationRoutes } from "../../../contracts/operations.ts";
import type { Handlers } from "../../../kernel/handler.ts";
import type { OperationsService } from "./query.service.ts";

export function createOperationHandlers(service: OperationsService): Handlers<typeof operationRoutes> {
  return {
    async listOperations({ query, representation, principal, signal, nowMs }) {
      const result = await service.list(query, principal, signal, nowMs);
      if (result.kind === "operations") {
        const { operations, listFeatures, total } = result;
        return isMapFormat(representation)
          ? { status: 200, features: listFeatures(), total }
          : { status: 200, body: [...operations], total };
      }
      const detail = result.problems.map(({ name, type, msg }) => ({
        loc: ["query", name],
        msg: `${name}: ${msg}`,
        type,
      }));
      return { status: 422, body: { detail } };
    },
    async getOperation({ params, query, principal }) {
      const operation = await service.findWithStatistics(params.operation_id, query.globalize ?? null, principal);
      if (operation !== undefined) return { status: 200, body: operation };
      return {
        status: 404,
        body: {
          detail: {
            type: "operation_not_found",
            loc: ["path", "operation_id"],
            msg: "There is no such operation, or you may not see it.",
            input: params.operation_id,
          },
        },
      };
    },
  };
}
