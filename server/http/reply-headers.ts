import type { Request, Response } from "express";
import { FORMATS, type Format } from "../contracts/formats.ts";
import type { ListTotal, Route } from "../contracts/route.ts";
import { isoFromMs } from "../kernel/clock.ts";
import { pageLinks } from "./page-links.ts";

/** Parts of the query that determine headers of the reply. */
type ReplyQuery = Partial<{ readonly limit: number | null; readonly offset: number } & { readonly _download: boolean }>;

/** Sets the total length of a list and the links to its other pages, where it has any: without a limit it has none. */
export function setPageHeaders(
  request: Request,
  response: Response,
  total: ListTotal,
  { limit, offset, nowMs }: { readonly limit: number | undefined; readonly offset: number; readonly nowMs: number },
): void {
  const isExact = typeof total === "number";
  if (isExact) response.setHeader("X-Total-Count", total);
  if (limit === undefined) return;
  const known = isExact ? total : total.atLeast;
  const links = pageLinks(request.originalUrl, { limit, offset, total: known, nowMs });
  if (links !== undefined) response.append("Link", links);
}

/** Sets the total length of a list, the links to its other pages, and the file name of a downloaded reply. */
export function setReplyHeaders(
  request: Request,
  response: Response,
  route: Route,
  reply: {
    readonly query: unknown;
    readonly representation: Format;
    readonly total: ListTotal | undefined;
    /** Number of entries on this page, if it is not a stream. */
    readonly shown: number | undefined;
    readonly nowMs: number;
  },
): void {
  const { nowMs } = reply;
  const { limit, offset = 0, _download: isDownload = false } = (reply.query ?? {}) as ReplyQuery;
  // A list without pages is complete.
  const total = reply.total ?? (route.method === "get" ? reply.shown : undefined);
  // The requested page length, otherwise the length of this page; a stream is always complete.
  if (total !== undefined) setPageHeaders(request, response, total, { limit: limit ?? reply.shown, offset, nowMs });
  if (isDownload && route.fileName !== undefined) {
    const day = isoFromMs(nowMs).slice(0, 10);
    response.attachment(`${route.fileName}-${day}.${FORMATS[reply.representation].extension}`);
  }
}
