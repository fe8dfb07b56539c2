import type { telemetryRoutes } from "../../contracts/telemetry.ts";
import type { Call, Handlers, TelemetryStream } from "../../kernel/handler.ts";
import type { TelemetryService } from "./telemetry.service.ts";

type Routes = typeof telemetryRoutes;
type ListCall = Pick<Call<Routes["listUaTelemetry"]>, "query" | "representation" | "signal" | "principal">;

export function createTelemetryHandlers(service: TelemetryService): Handlers<Routes> {
  function list<K extends TelemetryStream["record"]>(record: K, call: ListCall) {
    const result = service.list(record, call);
    if (result.kind === "stream") {
      return { status: 200 as const, stream: result.stream as Extract<TelemetryStream, { record: K }> };
    }
    const detail = result.problems.map(({ loc, msg, type }) => ({ loc: [...loc], msg: `${loc[1]}: ${msg}`, type }));
    return { status: 422 as const, body: { detail } };
  }
  return {
    listUaTelemetry: (call) => list("ua", call),
    listUaTelemetryByPost: (call) => list("ua", call),
    listOperatorTelemetry: (call) => list("operator", call),
    listOperatorTelemetryByPost: (call) => list("operator", call),
    listSystemTelemetry: (call) => list("system", call),
    listSystemTelemetryByPost: (call) => list("system", call),
  };
}
