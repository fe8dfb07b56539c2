import type { telemetryRoutes } from "../../contracts/telemetry.ts";
import type { Call, Handlers, TelemetryStream } from "../../kernel/handler.ts";
import type { ListedRecord } from "../../kernel/telemetry-plan.ts";
import type { Overview, OverviewKind, OverviewRequest } from "./telemetry.overview.ts";
import type { Problem } from "./telemetry.rules.ts";
import type { TelemetryService } from "./telemetry.service.ts";

type Routes = typeof telemetryRoutes;
type ListCall = Pick<Call<Routes["listUaTelemetry"]>, "query" | "representation" | "nowMs" | "signal" | "principal"> & {
  /** The parameters that a POST has in its body. */
  readonly body?: object | undefined;
};

export function createTelemetryHandlers(service: TelemetryService, overview: Overview): Handlers<Routes> {
  function list<K extends ListedRecord>(record: K, call: ListCall) {
    const result = service.list(record, call);
    if (result.kind === "stream") {
      return { status: 200 as const, stream: result.stream as Extract<TelemetryStream, { record: K }> };
    }
    return refusal(result.problems, call);
  }
  function last(kind: OverviewKind, call: OverviewRequest) {
    const result = overview(kind, call);
    if (result.kind === "invalid") return refusal(result.problems, {});
    return { status: 200 as const, stream: { record: "last" as const, slices: result.slices } };
  }
  return {
    listLastUaTelemetry: (call) => last("ua", call),
    listLastOperatorTelemetry: (call) => last("operator", call),
    listLastSystemTelemetry: (call) => last("system", call),
    listUaTelemetry: (call) => list("ua", call),
    listUaTelemetryByPost: (call) => list("ua", call),
    listOperatorTelemetry: (call) => list("operator", call),
    listOperatorTelemetryByPost: (call) => list("operator", call),
    listSystemTelemetry: (call) => list("system", call),
    listSystemTelemetryByPost: (call) => list("system", call),
  };
}

function refusal(
  problems: readonly Problem[],
  { query = {}, body }: { readonly query?: object; readonly body?: object | undefined },
) {
  // What is missing belongs into the body of a POST.
  const isInBody = (name: string) => body !== undefined && (Object.hasOwn(body, name) || !Object.hasOwn(query, name));
  const detail = problems.map(({ name, msg, type }) => ({
    loc: [isInBody(name) ? "body" : "query", name],
    msg: `${name}: ${msg}`,
    type,
  }));
  return { status: 422 as const, body: { detail } };
}
