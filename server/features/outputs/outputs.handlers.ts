import type { outputRoutes } from "../../contracts/outputs.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { OutputsService } from "./outputs.service.ts";

export type OutputsHandlers = Handlers<typeof outputRoutes>;

export function createOutputsHandlers(service: OutputsService): OutputsHandlers {
  return {
    listOutputs: () => ({ status: 200, body: [...service.list()] }),
    getOutput({ params }) {
      const output = service.find(params.output_id);
      return output === undefined ? NO_OUTPUT : { status: 200, body: output };
    },
    createOutput({ body, ...call }) {
      const outcome = service.create(body, callerOf(call));
      return outcome.kind === "refused" ? refusal(outcome.message) : { status: 200, body: outcome.output };
    },
    async updateOutput({ params, body, ...call }) {
      const outcome = await service.update(params.output_id, body, callerOf(call));
      if (outcome === undefined) return NO_OUTPUT;
      return outcome.kind === "refused" ? refusal(outcome.message) : { status: 200, body: outcome.output };
    },
    async removeOutput({ params, ...call }) {
      return (await service.remove(params.output_id, callerOf(call))) ? { status: 204 } : NO_OUTPUT;
    },
  };
}

function callerOf(call: { readonly principal: Principal; readonly remoteAddress?: string | undefined }) {
  const { userId } = call.principal;
  return { userId, actorId: userId === LOCAL_OPERATOR.userId ? null : userId, address: call.remoteAddress };
}

const NO_OUTPUT = failure(404, "not_found", "output_id: there is no such output.");
const refusal = (message: string) => failure(400, "validation_error", message);
