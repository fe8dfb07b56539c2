import type { ApiResult } from "./station.client.ts";

/** As many as one request lists. */
export const PAGE_SIZE = 1_000;

/** A whole list, fetched page by page; the failure of any page is the result. */
export async function fetchAllPages<T>(
  fetchPage: (page: { readonly limit: number; readonly offset: number }) => Promise<ApiResult<readonly T[]>>,
): Promise<ApiResult<readonly T[]>> {
  const all: T[] = [];
  for (;;) {
    const answer = await fetchPage({ limit: PAGE_SIZE, offset: all.length });
    if (answer.kind !== "ok") return answer;
    all.push(...answer.value);
    if (answer.value.length < PAGE_SIZE) return { kind: "ok", value: all };
  }
}
