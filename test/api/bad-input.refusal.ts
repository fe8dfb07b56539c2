import type { ApiStation, Detail, Query } from "./api-station.ts";

export const REGION = "14.39,49.99,14.44,50.04";
/** Longer than any text parameter may be. */
export const LONG = "x".repeat(257);

export type Refusal = { readonly status: number; readonly named: readonly string[]; readonly sentences: boolean };
/** The status of a request, and where that is 422 the parameters that its details name and whether they are sentences. */
export async function refusalOf(station: ApiStation, path: string, query: Query): Promise<Refusal> {
  const response = await station.get(path, query);
  if (response.status !== 422) return { status: response.status, named: [], sentences: false };
  const { detail } = (await response.json()) as { readonly detail: readonly Detail[] };
  return {
    status: 422,
    named: [...new Set(detail.map(({ loc }) => loc.join(".")))],
    sentences: detail.every(({ msg, type }) => msg.length > 5 && /^[a-z_]+$/.test(type)),
  };
}
