import { Buffer } from "node:buffer";
import { allRoutes, type AllRoutes } from "../../contracts/index.ts";
import type { Route } from "../../contracts/route.ts";
import { requestParser } from "../../http/parse-request.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Upload } from "../../kernel/upload.ts";
import { type LocalCall, SYNC_ROUTES, type SyncRoute } from "../../sync/index.ts";

/** Handlers of the routes that synchronisation calls on its own station. */
export type LocalHandlers = Pick<Handlers<AllRoutes>, SyncRoute>;

type AnyReply = {
  readonly status: number;
  readonly body?: unknown;
  readonly records?: AsyncIterable<readonly unknown[]>;
};
type AnyHandler = (call: object) => AnyReply | Promise<AnyReply>;

const NEVER_ABORTED = new AbortController().signal;

/**
 * Calls the station's own API in-process, with the rights of an account and no more. An account that may not sign in
 * any more is refused, as it would be over the network.
 */
export function createLocalCall(handlers: LocalHandlers, isActive: (userId: string) => boolean): LocalCall {
  const parsers = new Map(SYNC_ROUTES.map((name) => [name, requestParser(allRoutes[name])]));

  return async (userId, name, input) => {
    if (!isActive(userId)) return failure(401, "unauthenticated", "The account may not sign in.");
    const route: Route = allRoutes[name];
    const parsed = parsers.get(name)!({
      params: input.params ?? {},
      query: Object.fromEntries(Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)])),
      body: input.body,
    });
    if (parsed.kind === "invalid") {
      return failure(
        400,
        "validation_error",
        ...parsed.fields.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`),
      );
    }
    const { kind: _kind, ...rest } = parsed;
    const principal: Principal = { userId, isAdministrator: false, credential: "local" };
    // TypeScript cannot relate the name to its handler; the input was parsed by the schemas of the same route.
    const handle = handlers[name] as unknown as AnyHandler;
    const reply = await handle({
      ...rest,
      principal,
      representation: "json",
      signal: NEVER_ABORTED,
      ...(route.upload === undefined ? {} : { upload: uploadOf(input.body) }),
    });
    return { status: reply.status, body: await bodyOf(reply) };
  };
}

function uploadOf(body: unknown): Upload {
  return { format: "json", chunks: oneChunk(Buffer.from(JSON.stringify(body ?? null))) };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The body as a caller over the network receives it. */
async function bodyOf({ body, records }: AnyReply): Promise<unknown> {
  if (records !== undefined) {
    const all: unknown[] = [];
    for await (const slice of records) all.push(...slice);
    return all;
  }
  return body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
}
