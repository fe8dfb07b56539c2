import type { z } from "zod";
import type { Route } from "../../../../server/contracts/route.ts";
import { errorMessageOf } from "./error-message.ts";
import { countedWork } from "./page-work.ts";
import { session } from "./session.ts";
import { addressOf, type ApiResult, type RequestParts, signInNeeded } from "./station.client.ts";

type Reply<R extends Route> = R["replies"][200] extends z.ZodType ? z.output<R["replies"][200]> : never;

export type UploadParts<R extends Route> = Pick<RequestParts<R>, "query"> & {
  readonly file: Blob;
  readonly signal: AbortSignal;
  /** Bytes that have left this computer. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Uploads a large file. `fetch` does not say how much of a body was sent, so this is the one request without it. */
export function uploadFile<R extends Route>(route: R, parts: UploadParts<R>): Promise<ApiResult<Reply<R>>> {
  return countedWork(upload(route, parts));
}

async function upload<R extends Route>(route: R, parts: UploadParts<R>): Promise<ApiResult<Reply<R>>> {
  const first = await session.authorization();
  if (first.kind === "unreachable") return first;
  if (first.kind === "anonymous") return signInNeeded();
  const token = first.kind === "token" ? first.token : undefined;
  const answer = await send(route, parts, token);
  if (answer.kind !== "refused" || answer.status !== 401 || token === undefined) return answer;
  // Retried once: the token may have expired during the upload.
  const second = await session.authorization(token);
  return second.kind === "token" ? send(route, parts, second.token) : answer;
}

function send<R extends Route>(
  route: R,
  { query, file, signal, onProgress }: UploadParts<R>,
  token: string | undefined,
): Promise<ApiResult<Reply<R>>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve({ kind: "cancelled" });
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener("abort", cancel);
    request.open(route.method.toUpperCase(), addressOf(route, query === undefined ? {} : { query }));
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", "application/octet-stream");
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

function answerOf<R extends Route>(route: R, { status, responseText }: XMLHttpRequest): ApiResult<Reply<R>> {
  if (status !== 200) return { kind: "refused", status, message: errorMessageOf(responseText, status) };
  return { kind: "ok", value: route.replies[200]!.parse(JSON.parse(responseText)) as Reply<R> };
}
