import type { Answer } from "./station.client.ts";

const PAGE_SIZE = 1_000;

/** A whole list, asked for page after page; nothing of it where one of them is not answered. */
export async function everyPage<T>(
  ask: (page: { readonly limit: number; readonly offset: number }) => Promise<Answer<readonly T[]>>,
): Promise<Answer<readonly T[]>> {
  const all: T[] = [];
  for (;;) {
    const answer = await ask({ limit: PAGE_SIZE, offset: all.length });
    if (answer.kind !== "ok") return answer;
    all.push(...answer.value);
    if (answer.value.length < PAGE_SIZE) return { kind: "ok", value: all };
  }
}
