import "./zod-config.ts";
import type { z } from "zod";
import { allRoutes } from "../../../../server/contracts/index.ts";
import type { Route } from "../../../../server/contracts/route.ts";
import { type RequestForm, useText } from "../text/index.ts";
import { errorMessageOf } from "./error-message.ts";
import { REQUEST_TIMEOUT_MS } from "./fetch-in-time.ts";
import { requestFormOf } from "./request-form.ts";
import { session } from "./session.ts";
import { fastParserOf } from "./shape-check.ts";
import { startTimeLimit } from "./time-limit.ts";

export const routes = allRoutes;

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

export type RequestParts<R extends Route> = {
  readonly params?: Input<R["params"]>;
  readonly query?: Input<R["query"]>;
  readonly body?: Input<R["body"]>;
  readonly signal?: AbortSignal;
  /** A file as the body, for routes that take one; without a time limit. */
  readonly file?: { readonly content: Blob; readonly mediaType: string };
  /** The kind of entry that the form is about, where the body does not name it: a change cannot change the kind. */
  readonly kind?: string;
};

type Body<R extends Route, S extends number> = R["replies"][S] extends z.ZodType ? z.output<R["replies"][S]> : never;
type WithBody<R extends Route> = Body<R, 200> | Body<R, 202>;
type Success<R extends Route> = [WithBody<R>] extends [never] ? undefined : WithBody<R>;

/** A reply with the values of its headers. */
export interface ApiResponse<T> {
  readonly status: number;
  readonly body: T;
  /** The number of entries of the whole list, if the station counts them. */
  readonly totalCount: number | undefined;
  /** When to ask again, if the station says so. */
  readonly retryAfterS: number | undefined;
  /** How many aircraft a test of a rule could not judge, where it compares heights. */
  readonly notJudgedCount: number | undefined;
}

/** The outcome of a request. `unreachable`: no station answered; `refused`: it answered with a failure. */
export type ApiResult<T> =
  | { readonly kind: "ok"; readonly value: T }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly message: string;
      /** The form of the request, whose labels name the fields in the message. */
      readonly form?: RequestForm;
      /** Seconds after which to try again, if the station says so. */
      readonly retryAfterS?: number;
    }
  | { readonly kind: "unreachable" }
  | { readonly kind: "cancelled" };

/** The outcome of a request that did not succeed. */
export type Unsuccessful = Exclude<ApiResult<never>, { kind: "ok" }>;
/** Why something could not be loaded or changed. */
export type Failure = Exclude<Unsuccessful, { kind: "cancelled" }>;

/**
 * Calls one route of the station and parses the answer by its contract.
 * An answer that breaks the contract throws: that is a bug of one side, not an outcome.
 */
export async function call<R extends Route>(route: R, parts: RequestParts<R> = {}): Promise<ApiResult<Success<R>>> {
  const answer = await callForResponse(route, parts);
  return answer.kind === "ok" ? { kind: "ok", value: answer.value.body } : answer;
}

/** As `call`, with the status and the number of entries. */
export async function callForResponse<R extends Route>(
  route: R,
  parts: RequestParts<R> = {},
): Promise<ApiResult<ApiResponse<Success<R>>>> {
  // A file has no time limit.
  if (parts.file) return request(route, parts, parts.signal);
  const limit = startTimeLimit(REQUEST_TIMEOUT_MS, parts.signal);
  try {
    return await request(route, parts, limit.signal);
  } finally {
    limit.end();
  }
}

async function request<R extends Route>(
  route: R,
  parts: RequestParts<R>,
  signal: AbortSignal | undefined,
): Promise<ApiResult<ApiResponse<Success<R>>>> {
  const { body: json, file } = parts;
  const mediaType = file?.mediaType ?? (json === undefined ? undefined : "application/json");
  const content = file?.content ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await send(route, parts, {
    method: route.method.toUpperCase(),
    headers: { accept: "application/json", ...(mediaType === undefined ? {} : { "content-type": mediaType }) },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  });
  if (response.kind !== "ok") return response;
  const { status, headers } = response.value;
  const schema = route.replies[status];
  const read = schema ? await readJson(response.value) : undefined;
  if (read !== undefined && read.kind !== "ok") return read;
  const body = (schema ? parserOf(schema)(read?.value) : undefined) as Success<R>;
  const [totalCount, retryAfterS, notJudgedCount] = ["x-total-count", "retry-after", "x-not-judged"].map((name) =>
    headerNumber(headers.get(name)),
  );
  return { kind: "ok", value: { status, body, totalCount, retryAfterS, notJudgedCount } };
}

const parsers = new WeakMap<z.ZodType, (value: unknown) => unknown>();

/** The parser of a response schema, made once. */
function parserOf(schema: z.ZodType): (value: unknown) => unknown {
  const known = parsers.get(schema);
  if (known) return known;
  const made = fastParserOf(schema);
  parsers.set(schema, made);
  return made;
}

/** Telemetry in a file format, while it is received; without a time limit. */
export interface IncomingFile {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** How many records the file has, where the station counts them. */
  readonly totalCount: number | undefined;
}

export async function openFile<R extends Route>(
  route: R,
  accept: string,
  parts: RequestParts<R>,
): Promise<ApiResult<IncomingFile>> {
  const content = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const response = await send(route, parts, {
    method: route.method.toUpperCase(),
    headers: { accept, ...(content === undefined ? {} : { "content-type": "application/json" }) },
    ...(content === undefined ? {} : { body: content }),
    ...(parts.signal ? { signal: parts.signal } : {}),
  });
  if (response.kind !== "ok") return response;
  const { body, headers } = response.value;
  const stream = body ?? new Blob([]).stream();
  return { kind: "ok", value: { stream, totalCount: headerNumber(headers.get("x-total-count")) } };
}

type RequestOptions = {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  readonly signal?: AbortSignal;
};

async function send<R extends Route>(
  route: R,
  parts: RequestParts<R>,
  init: RequestOptions,
): Promise<ApiResult<Response>> {
  const address = addressOf(route, parts);
  const first = session.knownAuthorization() ?? (await session.authorization());
  if (first.kind === "unreachable" && route.who !== "anyone") return first;
  if (first.kind === "anonymous" && route.who !== "anyone") return signInNeeded();
  const token = first.kind === "token" ? first.token : undefined;
  const answer = withForm(await sendOnce(address, init, token), route, parts);
  const isUnauthenticated = answer.kind === "refused" && answer.status === 401;
  if (!isUnauthenticated) return answer;
  // Retried once: the token may have expired during the request, or may have been revoked.
  const second = token === undefined ? await refreshState() : await session.authorization(token);
  return second.kind === "token" ? withForm(await sendOnce(address, init, second.token), route, parts) : answer;
}

/** The answer, with the form of its request where it was refused. */
export function withForm<T>(
  answer: ApiResult<T>,
  route: Route,
  parts: Parameters<typeof requestFormOf>[1] = {},
): ApiResult<T> {
  return answer.kind === "refused" ? { ...answer, form: requestFormOf(route, parts) } : answer;
}

/** The authorization after a request without one was refused: the station requires one since a moment ago. */
export async function refreshState(): Promise<Awaited<ReturnType<typeof session.authorization>>> {
  await session.refreshState();
  return session.authorization();
}

async function sendOnce(
  address: string,
  init: RequestOptions,
  token: string | undefined,
): Promise<ApiResult<Response>> {
  const headers = { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  let response: Response;
  let refusal: string | undefined;
  try {
    response = await fetch(address, { ...init, headers });
    refusal = response.ok ? undefined : await response.text();
  } catch (error) {
    return endOf(error);
  }
  if (refusal === undefined) return { kind: "ok", value: response };
  const retryAfterS = headerNumber(response.headers.get("retry-after"));
  return {
    kind: "refused",
    status: response.status,
    message: errorMessageOf(refusal, response.status),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  };
}

/** The connection may end between the headers and the body. */
async function readJson(response: Response): Promise<ApiResult<unknown>> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    return endOf(error);
  }
  return { kind: "ok", value: JSON.parse(text) };
}

/** fetch rejects when nothing answers; only the caller's own signal carries an AbortError. */
function endOf(error: unknown): ApiResult<never> {
  return error instanceof DOMException && error.name === "AbortError" ? { kind: "cancelled" } : { kind: "unreachable" };
}

/** The number in a header; undefined without one. */
export function headerNumber(text: string | null): number | undefined {
  const value = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export function signInNeeded(): ApiResult<never> {
  return { kind: "refused", status: 401, message: useText().t("account.signInNeeded") };
}

export function addressOf<R extends Route>(route: R, parts: RequestParts<R>): string {
  const params: Readonly<Record<string, unknown>> = parts.params ?? {};
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (Array.isArray(value)) for (const one of value) query.append(name, String(one));
    else if (value !== undefined && value !== null) query.append(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
