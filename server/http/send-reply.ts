import type { Request, Response } from "express";
import { type Format, FORMATS } from "../contracts/formats.ts";
import type { ListTotal, Route } from "../contracts/route.ts";
import type { EncodeDocument } from "../export/encode-telemetry.ts";
import { encodeFeatures, type FeatureFormat } from "../export/feature-list.encoder.ts";
import { listWriterOf } from "../export/list-documents.ts";
import { createTableWriter, withByteOrderMark, type TableWriter } from "../export/table.csv.ts";
import type { TelemetryStream } from "../kernel/handler.ts";
import type { MapFeature } from "../kernel/map-feature.ts";
import { SLICE_ROWS } from "../storage/sliced.ts";
import { sendWhole, takesGzip, weakenTag } from "./content-coding.ts";
import { gzipChunks } from "./gzip-chunks.ts";
import { setPageHeaders, setReplyHeaders } from "./reply-headers.ts";
import { isConditional, JSON_TYPE, sendJson } from "./send-json.ts";
import { csvTable, jsonArray } from "./send-records.ts";
import { streamReply } from "./stream-reply.ts";

/** The reply of any handler, after its exact type was checked against its route. */
export type AnyReply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Number of entries of the whole list. */
  readonly total?: ListTotal;
  readonly stream?: TelemetryStream;
  readonly records?: AsyncIterable<readonly unknown[]>;
  readonly features?: readonly MapFeature[];
};

/** A request whose reply is being sent. */
type Exchange = {
  readonly request: Request;
  readonly response: Response;
  readonly representation: Format;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  /** As parsed by the schema of the route. */
  readonly query: unknown;
  /** When the request was handled: relative times in it are counted from then. */
  readonly nowMs: number;
  /** The person for whom a large document is written; persons alternate. */
  readonly userId: string;
};

/** A longer list is written in slices, so that others do not wait for all of it. */
const MAX_AT_ONCE = 1000;

type SenderDeps = { readonly encode: EncodeDocument };

/** Creates the function that sends a handler's reply in the negotiated format, once per route. */
export function createReplySender(
  route: Route,
  deps: SenderDeps,
): (exchange: Exchange, reply: AnyReply) => Promise<void> {
  const table = tableWriter(route);

  return async (exchange, reply) => {
    const { request, response, representation, query, nowMs } = exchange;
    response.status(reply.status);
    if (reply.headers !== undefined) response.set(reply.headers);
    if (reply.status === 200) {
      const shown = Array.isArray(reply.body) ? reply.body.length : reply.features?.length;
      const replyInfo = { query, representation, total: reply.total, shown, nowMs };
      setReplyHeaders(request, response, route, replyInfo);
      // The caller has it already (RFC 9110 13.1.2).
      if (isKnown(request, response)) return sendNotModified(response);
    }
    if (reply.stream !== undefined) return sendStream(exchange, reply.stream, deps.encode);
    if (reply.features !== undefined) return sendFeatures(exchange, reply.features);
    if (reply.records !== undefined) return sendRecords(exchange, reply.records, table);
    if (reply.body === undefined) response.end();
    else if (reply.body instanceof Uint8Array && route.bytes !== undefined) {
      setBytesType(response, route.bytes);
      await sendWhole(response, reply.body);
    } else if (isByteStream(reply.body) && route.bytes !== undefined) {
      setBytesType(response, route.bytes);
      await sendChunks(exchange, reply.body);
    } else if (reply.status === 200) await sendBody(exchange, reply.body);
    else await sendJson(request, response, reply.body);
  };

  async function sendBody(exchange: Exchange, body: unknown): Promise<void> {
    const { request, response, representation } = exchange;
    const { contentType } = FORMATS[representation];
    if (representation === "csv") {
      const text = table.header + table.rows([body].flat());
      const isSaved = response.hasHeader("Content-Disposition");
      response.set("Content-Type", contentType);
      return sendWhole(response, isSaved ? withByteOrderMark(text) : text);
    }
    const write = route.document && listWriterOf(route.document, representation);
    if (write === undefined && isLongList(body) && request.method !== "HEAD" && !isConditional(request)) {
      response.setHeader("Content-Type", JSON_TYPE);
      await sendChunks(exchange, jsonArray(slicesOf(body)));
    } else if (write === undefined) await sendJson(request, response, body);
    else await sendWhole(response.set("Content-Type", contentType), write(body as readonly unknown[]));
  }
}

async function sendFeatures(exchange: Exchange, features: readonly MapFeature[]): Promise<void> {
  const { request, response, representation } = exchange;
  response.setHeader("Content-Type", FORMATS[representation].contentType);
  if (request.method === "HEAD") return void response.end();
  // A handler returns features only where the formats of its route are those of the encoder.
  await sendChunks(exchange, encodeFeatures(features, representation as FeatureFormat));
}

async function sendRecords(
  exchange: Exchange,
  records: AsyncIterable<readonly unknown[]>,
  table: TableWriter,
): Promise<void> {
  const { request, response, representation } = exchange;
  response.setHeader("Content-Type", FORMATS[representation].contentType);
  if (request.method === "HEAD") return void response.end();
  await sendChunks(exchange, representation === "csv" ? csvTable(records, table) : jsonArray(records));
}

async function sendStream(exchange: Exchange, stream: TelemetryStream, encode: EncodeDocument): Promise<void> {
  const { request, response, representation, nowMs, userId } = exchange;
  response.setHeader("Content-Type", FORMATS[representation].contentType);
  const { plan } = stream;
  const total = plan?.expected.total ?? null;
  if (plan !== undefined && total !== null) {
    const { limit, offset } = plan;
    // A query sent as a body cannot be linked to.
    const isPaged = Number.isFinite(limit) && request.method !== "POST";
    setPageHeaders(request, response, total, { limit: isPaged ? limit : undefined, offset, nowMs });
  }
  if (request.method === "HEAD") return void response.end();
  const about = { name: DOCUMENT_NAMES[stream.record], generatedAtMs: nowMs };
  await sendChunks(exchange, encode(stream, representation, about, userId));
}

async function sendChunks(
  { response, signal }: Exchange,
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): Promise<void> {
  await streamReply(response, takesGzip(response) ? gzipChunks(response, chunks) : chunks, signal);
}

/** The headers are those that the whole response would have (RFC 9110, 15.4.5). */
function sendNotModified(response: Response): void {
  if (takesGzip(response)) weakenTag(response);
  response.status(304).end();
}

function isLongList(body: unknown): body is readonly unknown[] {
  return Array.isArray(body) && body.length > MAX_AT_ONCE;
}

async function* slicesOf(list: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let first = 0; first < list.length; first += SLICE_ROWS) yield list.slice(first, first + SLICE_ROWS);
}

/** Whether the caller already has the version of this reply (`If-None-Match`). */
function isKnown({ headers, method }: Request, response: Response): boolean {
  const known = headers["if-none-match"];
  const tag = response.getHeader("ETag");
  if (known === undefined || typeof tag !== "string" || !["GET", "HEAD"].includes(method)) return false;
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

/** If a route has several types, its handler has chosen one. */
function setBytesType(response: Response, bytes: string | readonly string[]): void {
  if (typeof bytes === "string") response.set("Content-Type", bytes);
}

function isByteStream(body: unknown): body is AsyncGenerator<Uint8Array, void, undefined> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Created once per route that can be written as a table. */
function tableWriter({ formats, replies }: Route): TableWriter {
  const schema = replies[200];
  return formats?.includes("csv") && schema ? createTableWriter(schema) : { header: "", rows: () => "" };
}

const DOCUMENT_NAMES: Readonly<Record<TelemetryStream["record"], string>> = {
  ua: "Aircraft telemetry",
  operator: "Operator telemetry",
  system: "System telemetry",
  last: "Last telemetry",
};
