import { z } from "zod";
import { isRecord } from "../kernel/is-record.ts";
import { type JsonBounds, jsonBoundsProblem } from "../kernel/json-bounds.ts";
import type { WireAnswer, WireRequest } from "./sync.deps.ts";

/** The meaning of a peer's response for the request. */
export type Answer<T> =
  | { readonly kind: "ok"; readonly status: number; readonly body: T }
  | { readonly kind: "missing"; readonly msg: string }
  | { readonly kind: "exists"; readonly msg: string }
  | { readonly kind: "refused"; readonly status: number; readonly code: string; readonly msg: string }
  | { readonly kind: "too_large" }
  /** An error of the peer; the request may still have been applied. */
  | { readonly kind: "failed"; readonly msg: string };

/** The meaning of a response for the whole exchange with the peer. */
export type Interruption =
  | { readonly kind: "unauthenticated" }
  | { readonly kind: "slowed"; readonly retryAfterMs: number | null }
  | { readonly kind: "encoding_refused" }
  | { readonly kind: "not_the_api"; readonly msg: string }
  | { readonly kind: "redirected"; readonly msg: string };

/**
 * The expected body of a success: a schema, nothing (`null`), or a long list, which is only checked as far as needed:
 * `entries` with a time each, an `echo` of what was uploaded, or a `record` that is checked where it is stored.
 */
export type Expected<T> = z.ZodType<T> | "entries" | "echo" | "record" | null;

/** Longest time that a peer may ask us to wait. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Classifies an answer. `nowThereMs` is the time of the peer's clock, because `Retry-After` may be a date (RFC 9110,
 * 10.2.3).
 */
export function readAnswer<T>(answer: WireAnswer, expected: Expected<T>, nowThereMs: number): Answer<T> | Interruption {
  const { status } = answer;
  if (status >= 200 && status < 300) return readSuccess(answer, expected);
  const { code, msg } = describeProblem(answer);
  if (status >= 300 && status < 400) {
    return { kind: "redirected", msg: `The address sends us on to ${answer.headers["location"] ?? "another one"}.` };
  }
  if (status === 429 || status === 503) {
    return { kind: "slowed", retryAfterMs: retryAfterMs(answer.headers["retry-after"], nowThereMs) };
  }
  if (status === 425) return { kind: "slowed", retryAfterMs: null };
  if (status >= 500 || status === 408) return { kind: "failed", msg };
  switch (status) {
    case 401:
      return { kind: "unauthenticated" };
    case 404:
      return { kind: "missing", msg };
    case 409:
      return { kind: "exists", msg };
    case 413:
      return { kind: "too_large" };
    case 415:
      return { kind: "encoding_refused" };
    default:
      return { kind: "refused", status, code, msg };
  }
}

/**
 * The target of a redirect for a request that only reads, on the same host, which is followed once: a credential is
 * never sent to another host, nor from https to http.
 */
export function redirectTarget(
  { method, url }: Pick<WireRequest, "method" | "url">,
  { status, headers }: Pick<WireAnswer, "status" | "headers">,
): string | undefined {
  const location = headers["location"];
  if (method !== "GET" || status < 300 || status >= 400 || location === undefined) return undefined;
  const from = new URL(url);
  const target = URL.parse(location, url);
  const isSafe = target?.protocol === "https:" || target?.protocol === from.protocol;
  return target !== null && target.host === from.host && isSafe ? target.href : undefined;
}

function readSuccess<T>(answer: WireAnswer, expected: Expected<T>): Answer<T> | Interruption {
  const { status, body } = answer;
  if (expected === null) return { kind: "ok", status, body: undefined as T };
  if (expected === "echo") {
    const isWholeList = body.at(0) === OPENING_BRACKET && body.at(-1) === CLOSING_BRACKET;
    return isWholeList ? { kind: "ok", status, body: undefined as T } : NO_JSON;
  }
  const json = parseJson(body);
  if (json === undefined) return NO_JSON;
  if (expected === "record") return isRecord(json) ? { kind: "ok", status, body: json as T } : OTHER_SHAPE;
  if (expected === "entries") return isEntries(json) ? { kind: "ok", status, body: json as T } : OTHER_SHAPE;
  const schema = expected;
  const result = schema.safeParse(json);
  if (result.success) return { kind: "ok", status, body: result.data };
  // A newer version may have more values; a body with the right structure is accepted.
  const isStructural = result.error.issues.some(
    ({ code, path }) => path.length <= 1 && (code === "invalid_type" || code === "invalid_union"),
  );
  const isRecords = Array.isArray(json) ? json.every(isRecord) : isRecord(json);
  return isRecords && hasIds(schema, json) && !(isStructural && Array.isArray(json) !== expectsArray(schema))
    ? { kind: "ok", status, body: json as T }
    : OTHER_SHAPE;
}

const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const NO_JSON = { kind: "not_the_api", msg: "It answers with something else than the API's JSON." } as const;
const OTHER_SHAPE = { kind: "not_the_api", msg: "It answers in a shape that the API does not have." } as const;

function isEntries(json: unknown): boolean {
  return Array.isArray(json) && json.every((entry) => isRecord(entry) && typeof entry["time"] === "string");
}

/** Whether everything that has an id in the API has one: other JSON may come from a network's sign-in page. */
function hasIds(schema: z.ZodType, json: unknown): boolean {
  if (schema instanceof z.ZodArray)
    return Array.isArray(json) && json.every((one) => hasIds(schema.element as z.ZodType, one));
  if (!(schema instanceof z.ZodObject) || !isRecord(json)) return true;
  const id = (schema.shape as Readonly<Record<string, z.ZodType>>)["id"];
  return id === undefined || json["id"] !== undefined || id.safeParse(undefined).success;
}

function expectsArray(schema: z.ZodType): boolean {
  return schema.type === "array";
}

/** A page has at most a thousand records of some thirty members, or the corners of a hundred zones. */
const ANSWER_BOUNDS: JsonBounds = { values: 1_000_000, names: 500_000 };

const UTF8 = new TextDecoder();

/** `undefined` for a text that is not JSON, or has more values than any page. */
function parseJson(body: Uint8Array): unknown {
  if (jsonBoundsProblem(body, ANSWER_BOUNDS) !== undefined) return undefined;
  try {
    return JSON.parse(UTF8.decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** The peer's message for a refusal, from `/v1` (`error`, `messages`) or `/v2` (`detail`). */
function describeProblem({ status, body }: WireAnswer): { readonly code: string; readonly msg: string } {
  const json = parseJson(body);
  const fallback = { code: `http_${status}`, msg: `It answered with status ${status}.` };
  if (!isRecord(json)) return fallback;
  const { error, messages, detail } = json;
  if (Array.isArray(messages)) return { code: textOr(error, fallback.code), msg: messages.map(String).join(" ") };
  const details = (Array.isArray(detail) ? detail : [detail]).filter(isRecord);
  if (details.length === 0)
    return { code: textOr(error ?? json["type"], fallback.code), msg: textOr(json["msg"], fallback.msg) };
  return {
    code: textOr(details[0]!["type"], fallback.code),
    msg: details.map((one) => textOr(one["msg"], "")).join(" ") || fallback.msg,
  };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}

/** Milliseconds from seconds, or from a date by the peer's clock; at most an hour. `null` when absent or unreadable. */
export function retryAfterMs(header: string | undefined, nowThereMs: number): number | null {
  if (header === undefined) return null;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowThereMs;
  // Whole, as times are stored: the peer's clock is known to half a millisecond.
  return Number.isNaN(waitMs) ? null : Math.ceil(Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS));
}
