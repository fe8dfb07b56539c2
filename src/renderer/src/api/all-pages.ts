import type { ApiResult } from "./station.client.ts";

const PAGE_SIZE = 1_000;

/** A whole list, asked for page after page; nothing of it where one of them is not answered. */
export async function fetchAllPages<T>(
  ask: (page: { readonly limit: number; readonly offset: number }) => Promise<ApiResult<readonly T[]>>,
): Promise<ApiResult<readonly T[]>> {
  const all: T[] = [];
  for (;;) {
    const answer = await ask({ limit: PAGE_SIZE, offset: all.length });
    if (answer.kind !== "ok") return answer;
    all.push(...answer.value);
    if (answer.value.length < PAGE_SIZE) return { kind: "ok", value: all };
  }
}
