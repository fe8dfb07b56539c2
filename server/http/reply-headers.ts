import type { Request, Response } from "express";
import { FORMATS, type Format } from "../contracts/formats.ts";
import type { ListTotal, Route } from "../contracts/route.ts";
import { isoFromMs } from "../kernel/clock.ts";
import { pageLinks } from "./page-links.ts";

/** What an account route's query may hold that is said in the headers of its reply. */
type ReplyQuery = Partial<{ readonly limit: number | null; readonly offset: number } & { readonly _download: boolean }>;

/** How long a list is without its pages, where it goes on, and the name that a downloaded reply is saved under. */
export function setReplyHeaders(
  request: Request,
  response: Response,
  route: Route,
  reply: {
    readonly query: unknown;
    readonly representation: Format;
    readonly total: ListTotal | undefined;
    /** Entries of this page, where it is no stream. */
    readonly shown: number | undefined;
    readonly nowMs: number;
  },
): void {
  const { limit, offset = 0, _download: isDownload = false } = (reply.query ?? {}) as ReplyQuery;
  // A list that has no pages is whole.
  const total = reply.total ?? (route.method === "get" ? reply.shown : undefined);
  if (total !== undefined) {
    const isExact = typeof total === "number";
    if (isExact) response.setHeader("X-Total-Count", total);
    const known = isExact ? total : total.atLeast;
    // Pages are as long as they were asked to be, else as long as this one is; what is streamed is whole.
    const length = limit ?? reply.shown;
    const links =
      length === undefined ? undefined : pageLinks(request.originalUrl, { limit: length, offset, total: known });
    if (links !== undefined) response.append("Link", links);
  }
  if (isDownload && route.fileName !== undefined) {
    const day = isoFromMs(reply.nowMs).slice(0, 10);
    response.attachment(`${route.fileName}-${day}.${FORMATS[reply.representation].extension}`);
  }
}
