import { Buffer } from "node:buffer";
import type { Route } from "../../contracts/route.ts";
import { requestParser } from "../../http/parse-request.ts";
import { failure } from "../../kernel/failure.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Upload } from "../../kernel/upload.ts";

/** The input of a route, as a request over the network has it. */
export type RequestParts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
type HandlerReply = { readonly status: number; readonly body: unknown };

type AnyReply = {
  readonly status: number;
  readonly body?: unknown;
  readonly records?: AsyncIterable<readonly unknown[]>;
};
type AnyHandler = (call: object) => AnyReply | Promise<AnyReply>;

const NEVER_ABORTED = new AbortController().signal;

/**
 * Creates the caller of a route in this process, once per route. It parses the input as that of a request over the
 * network, and refuses it with all of its problems.
 */
export function createHandlerCaller(route: Route) {
  const parse = requestParser(route);

  /** @param handler of exactly this route; TypeScript cannot relate the two by a name that is a variable */
  return async (handler: unknown, parts: RequestParts, principal: Principal): Promise<HandlerReply> => {
    const parsed = parse({ params: parts.params ?? {}, query: parts.query ?? {}, body: parts.body });
    if (parsed.kind === "invalid") {
      const messages = parsed.fields.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`);
      return failure(400, "validation_error", ...messages);
    }
    const { kind: _kind, ...input } = parsed;
    const reply = await (handler as AnyHandler)({
      ...input,
      principal,
      representation: "json",
      signal: NEVER_ABORTED,
      ...(route.upload === undefined ? {} : { upload: uploadOf(parts.body) }),
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
