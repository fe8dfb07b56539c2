import type { z } from "zod";
import type { Route } from "../../../../server/contracts/route.ts";
import { errorMessageOf } from "./error-message.ts";
import { countedWork } from "./page-work.ts";
import { session } from "./session.ts";
import {
  addressOf,
  type ApiResult,
  headerNumber,
  refreshState,
  type RequestParts,
  signInNeeded,
  withForm,
} from "./station.client.ts";

export type UploadReply<R extends Route> = R["replies"][200] extends z.ZodType ? z.output<R["replies"][200]> : never;

export type UploadParts<R extends Route> = Pick<RequestParts<R>, "query"> & {
  readonly file: Blob;
  /** Bytes of no particular type unless given. */
  readonly mediaType?: string;
  readonly signal: AbortSignal;
  /** Bytes that have left this computer. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Uploads a large file. `fetch` does not say how much of a body was sent, so this is the one request without it. */
export function uploadFile<R extends Route>(route: R, parts: UploadParts<R>): Promise<ApiResult<UploadReply<R>>> {
  return countedWork(upload(route, parts));
}

async function upload<R extends Route>(route: R, parts: UploadParts<R>): Promise<ApiResult<UploadReply<R>>> {
  const first = await session.authorization();
  if (first.kind === "unreachable") return first;
  if (first.kind === "anonymous") return signInNeeded();
  const token = first.kind === "token" ? first.token : undefined;
  const answer = await send(route, parts, token);
  if (answer.kind !== "refused" || answer.status !== 401) return answer;
  // Retried once: the token may have expired during the upload.
  const second = token === undefined ? await refreshState() : await session.authorization(token);
  return second.kind === "token" ? send(route, parts, second.token) : answer;
}

function send<R extends Route>(
  route: R,
  { query, file, mediaType = "application/octet-stream", signal, onProgress }: UploadParts<R>,
  token: string | undefined,
): Promise<ApiResult<UploadReply<R>>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve({ kind: "cancelled" });
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener("abort", cancel);
    request.open(route.method.toUpperCase(), addressOf(route, query === undefined ? {} : { query }));
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", mediaType);
    if (token !== undefined) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("load", () => {
      try {
        resolve(answerOf(route, request));
      } catch (error) {
        // An answer that breaks the contract is a bug of one side, not an outcome.
        reject(error as Error);
      }
    });
    request.addEventListener("error", () => resolve({ kind: "unreachable" }));
    request.addEventListener("abort", () => resolve({ kind: "cancelled" }));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", cancel));
    request.send(file);
  });
}

function answerOf<R extends Route>(route: R, request: XMLHttpRequest): ApiResult<UploadReply<R>> {
  const { status, responseText } = request;
  if (status !== 200) {
    const retryAfterS = headerNumber(request.getResponseHeader("retry-after"));
    const message = errorMessageOf(responseText, status);
    return withForm({ kind: "refused", status, message, ...(retryAfterS === undefined ? {} : { retryAfterS }) }, route);
  }
  return { kind: "ok", value: route.replies[200]!.parse(JSON.parse(responseText)) as UploadReply<R> };
}
